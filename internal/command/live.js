// Reloads the page when serve has built the site again.
const events = new EventSource("/-/events");
let shown;
events.onmessage = (event) => {
  if (shown !== undefined && event.data !== shown) location.reload();
  shown = event.data;
};
