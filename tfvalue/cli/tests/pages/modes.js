// The colors of the page in light and dark mode, and its keys.
report(async () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    const parts = hex.length === 3 ? [...hex].map((one) => one + one) : hex.match(/../g);
    const [r, g, b] = parts.map((part) => {
      const value = parseInt(part, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (text, back) => {
    const [a, b] = [light(text), light(back)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const texts = ["--text", "--faint", "--accent", "--good", "--bad", "--warn", "--new", "--string", "--number", "--bool"];
  const weak = texts.flatMap((text) => ["--back", "--panel"].map((back) => [text, back])).filter(([text, back]) => contrast(text, back) < 4.5);
  check(`the back is ${MODE}`, dark === (MODE === "dark") && (light("--back") < 0.1) === dark);
  check(`all text can be read: ${weak.join(" ")}`, weak.length === 0);
  const press = async (key) => {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await pause(50);
  };
  const focused = () => all(".row").indexOf(document.activeElement.closest(".row"));
  await press("j");
  const first = focused();
  await press("j");
  check("j goes to the next part", first >= 0 && focused() === first + 1);
  await press("k");
  check("k goes back", focused() === first);
  document.activeElement.click();
  await pause(50);
  check("the part with the focus opens", all(".row")[first].open);
  await press("/");
  check("/ searches", document.activeElement.id === "query");
  await press("Escape");
  check("Escape leaves the search", document.activeElement.id !== "query");
  const names = all("button, input, summary").filter((one) => one.checkVisibility()).map((one) => one.textContent.trim() || one.placeholder);
  check("each control has a name", names.length > 5 && names.every((name) => name !== ""));
  check("nothing failed", window.failures.length === 0);
});
