// Reloads the page when serve has built the site again, and shows why it could not.
const events = new EventSource("/-/events");
let shown;
events.onmessage = (event) => {
  const { build, fault } = JSON.parse(event.data);
  if (shown !== undefined && build !== shown) location.reload();
  shown = build;
  document.querySelector("[data-fault]")?.remove();
  if (fault) document.body.append(panel(fault));
};

// panel keeps the styles of the page and of the panel apart. All text is text.
function panel(fault) {
  const host = document.createElement("div");
  host.dataset.fault = "";
  const root = host.attachShadow({ mode: "open" });
  const box = add(root, "section");
  box.setAttribute("role", "alert");
  const close = add(box, "button", "Hide");
  close.type = "button";
  close.addEventListener("click", () => host.remove());
  add(box, "h2", "Not rebuilt");
  add(box, "p", "This page is from the last good build. It reloads when the fault is mended.");
  add(box, "pre", fault);
  const styles = add(root, "link");
  styles.rel = "stylesheet";
  styles.href = "/-/live.css";
  return host;
}

function add(parent, name, text) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  parent.append(made);
  return made;
}
