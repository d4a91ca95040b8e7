#include "report/page.hpp"

namespace pliant {

const std::string_view page_style = R"(
:root { color-scheme: light dark; --paper: #fbfaf8; --card: #ffffff; --ink: #20242c; --soft: #6a707c; --rule: #e5e2dd;
  --c0: #d2405f; --c1: #2f7dd1; --c2: #c98a12; --c3: #2c9a6b; --c4: #7c5cc4; --c5: #d9722b;
  --c6: #2497a8; --c7: #a8527c; --c8: #7f8a2e; --c9: #6d7786; --c10: #b5651d; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171c; --card: #1d2027; --ink: #e7e8ec; --soft: #9aa1ae;
  --rule: #31353e; --c0: #ef6f89; --c1: #62a7f0; --c2: #e2ae45; --c3: #56c594; --c4: #a68cea; --c5: #f2965a;
  --c6: #5cc3d3; --c7: #d685ac; --c8: #b3bf5c; --c9: #a3adbd; --c10: #e0a062; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 1120px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 13px; text-transform: uppercase; letter-spacing: 0.08em; color: var(--soft); margin: 44px 0 14px; }
h3 { font-size: 15px; margin: 0; }
p { margin: 6px 0 0; }
small, .soft { color: var(--soft); font-weight: normal; font-size: 13px; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 1px; margin: 28px 0 0; padding: 0;
  background: var(--rule); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.numbers div { background: var(--card); padding: 14px 18px; }
.numbers dt { color: var(--soft); font-size: 13px; }
.numbers dd { margin: 0; font-size: 21px; letter-spacing: -0.01em; }
.sheet { display: block; width: 100%; height: auto; border-radius: 10px; border: 1px solid var(--rule); margin: 28px 0 0; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 18px; }
figure { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 16px 16px 8px; }
figcaption { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 16px; margin: 0 4px 6px; }
figcaption ul { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0 0 0 auto; padding: 0; list-style: none; font-size: 13px; }
li::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 6px;
  background: var(--c); }
li output { font-weight: 600; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--soft); }
.grid line { stroke: var(--rule); stroke-width: 1; }
.v { text-anchor: end; } .t { text-anchor: middle; }
.line { fill: none; stroke: var(--c); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.area { fill: var(--c); fill-opacity: 0.85; }
.cursor { stroke: var(--soft); stroke-dasharray: 3 3; visibility: hidden; }
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); } .c4 { --c: var(--c4); }
.c5 { --c: var(--c5); } .c6 { --c: var(--c6); } .c7 { --c: var(--c7); } .c8 { --c: var(--c8); } .c9 { --c: var(--c9); } .c10 { --c: var(--c10); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
.wide, .facts { overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; margin-top: 14px; }
.facts { max-width: 640px; }
th, td { text-align: left; padding: 8px 16px; vertical-align: top; font-weight: normal; }
tr + tr > *, thead + tbody td { border-top: 1px solid var(--rule); }
th { color: var(--soft); white-space: nowrap; font-size: 13px; }
code, pre { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 16px; margin: 10px 0 0; }
summary { cursor: pointer; margin-top: 16px; color: var(--soft); }
.fine { color: var(--c3); } .trouble { color: var(--c0); }
)";

const std::string_view page_script = R"(
for (const figure of document.querySelectorAll("figure.plot")) {
  const times = figure.dataset.t.split(" ").map(Number);
  const svg = figure.querySelector("svg"), cursor = figure.querySelector(".cursor");
  const lines = [...figure.querySelectorAll("li")].map(li => [li.querySelector("output"), li.dataset.v.split(" ")]);
  const left = +figure.dataset.left, right = +figure.dataset.right, span = times[times.length - 1] - times[0];
  svg.addEventListener("pointermove", event => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width - left) / (right - left);
    if (share < 0 || share > 1 || !(span > 0)) return;
    const time = times[0] + share * span;
    let low = 0, high = times.length - 1;
    while (high - low > 1) { const middle = (low + high) >> 1; if (times[middle] > time) high = middle; else low = middle; }
    const nearest = time - times[low] < times[high] - time ? low : high;
    const x = (left + (right - left) * (times[nearest] - times[0]) / span) * svg.viewBox.baseVal.width;
    cursor.setAttribute("x1", x); cursor.setAttribute("x2", x); cursor.style.visibility = "visible";
    for (const [output, values] of lines) output.textContent = values[nearest];
  });
  svg.addEventListener("pointerleave", () => {
    cursor.style.visibility = "hidden";
    for (const [output] of lines) output.textContent = "";
  });
}
)";

}  // namespace pliant
