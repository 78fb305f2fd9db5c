// One step at a time: the arrow keys, Home, End and the two buttons go through them. Without this script all are shown.
(() => {
  const steps = [...document.querySelectorAll(".step")];
  const links = [...document.querySelectorAll(".line a")];
  const bar = document.querySelector(".bar");
  const told = bar.querySelector("output");
  let at = 0;

  function show(number, asked) {
    at = Math.max(0, Math.min(steps.length - 1, number));
    steps.forEach((step, i) => step.classList.toggle("shown", i === at));
    links.forEach((link, i) => {
      if (i === at) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    told.textContent = `step ${at + 1} of ${steps.length}`;
    bar.querySelector("[data-go='-1']").disabled = at === 0;
    bar.querySelector("[data-go='1']").disabled = at === steps.length - 1;
    if (asked) {
      history.replaceState(null, "", `#${steps[at].id}`);
      links[at].scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  function named() {
    const number = steps.findIndex((step) => `#${step.id}` === location.hash);
    if (number >= 0) show(number, false);
    return number >= 0;
  }

  document.body.classList.add("stepping");
  bar.hidden = false;
  links.forEach((link, i) => link.addEventListener("click", (event) => {
    event.preventDefault();
    show(i, true);
  }));
  bar.addEventListener("click", (event) => {
    const go = event.target.closest("button")?.dataset.go;
    if (go) show(at + Number(go), true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  });
  window.addEventListener("hashchange", named);
  if (!named()) show(steps.findIndex((step) => step.hasAttribute("data-here")), false);
})();
