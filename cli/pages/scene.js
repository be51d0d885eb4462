// Buttons, the slider, the arrow keys and a click on an event select a step of a game.
const data = JSON.parse(document.getElementById("game").textContent);
const boards = document.getElementById("boards");
const figures = [...boards.querySelectorAll("figure")];
const events = [...document.querySelectorAll(".events button")];
const last = data.steps.length - 1;
const nav = document.createElement("nav");
nav.innerHTML = `
  <button value="first">|&lt;</button><button value="back">&lt;</button>
  <button value="on">&gt;</button><button value="last">&gt;|</button>
  <input type="range" min="0" max="${last}" aria-label="step"><output></output>`;
boards.before(nav);
const slider = nav.querySelector("input");
let now = 0;
function show(step) {
  now = Math.max(0, Math.min(last, step));
  data.steps[now][1].forEach(([box, caption, shapes], i) => {
    const svg = figures[i].querySelector("svg");
    svg.setAttribute("viewBox", box);
    svg.innerHTML = shapes.map((number) => data.shapes[number]).join("");
    figures[i].querySelector("span").textContent = caption;
  });
  slider.value = now;
  nav.querySelector("output").textContent = `${now} / ${last}`;
  events.forEach((event, i) => event.toggleAttribute("aria-current", i + 1 === now));
}
const ways = {first: () => 0, back: () => now - 1, on: () => now + 1, last: () => last};
for (const button of nav.querySelectorAll("button")) {
  button.onclick = () => show(ways[button.value]());
}
events.forEach((event, i) => { event.onclick = () => show(i + 1); });
slider.oninput = () => show(Number(slider.value));
const keys = {ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last"};
document.onkeydown = (event) => {
  if (event.key in keys && event.target !== slider) { show(ways[keys[event.key]]()); }
};
show(last);
