"use strict";
const results = [];
const check = (name, passed) => results.push(`${name}: ${passed === true}`);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const visible = () => all(".row:not([hidden])");
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
async function search(words) {
  const input = document.getElementById("query");
  input.value = words;
  input.dispatchEvent(new Event("input"));
  await pause(300);
}
function report(test) {
  document.addEventListener("DOMContentLoaded", async () => {
    try {
      await test();
    } catch (error) {
      results.push(`the test failed: ${error.stack}`);
    }
    const pre = document.createElement("pre");
    pre.id = "result";
    pre.textContent = results.join("\n");
    document.body.append(pre);
  });
}
