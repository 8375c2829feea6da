"use strict";
// Outlines every part of the difference that is pointed at: both places, and what binds variables.
for (const section of document.querySelectorAll("section")) {
  const light = (event) => {
    const pointed = event.target.closest("[data-edits]");
    const number = pointed?.dataset.edits.split(" ").at(-1);
    for (const part of section.querySelectorAll("[data-edits]")) {
      part.classList.toggle("lit", part.dataset.edits.split(" ").includes(number));
    }
  };
  for (const name of ["mouseover", "mouseleave", "focusin"]) section.addEventListener(name, light);
}
