report(async () => {
  check("changes are listed", all(".row").length === 4);
  check("groups have titles", all(".group h2").length === 3);
  const row = all(".row").find((one) => one.querySelector(".kind").textContent === "replace");
  row.open = true;
  await pause(50);
  check("replacements are marked", all(".note", row).some((note) => note.textContent === "forces replacement"));
  check("there is no timeline", all(".wave").length === 0);
  check("nothing failed", window.failures.length === 0);
});
