// Runs before the first paint: the chosen theme, whether the announcement was dismissed, and whether the address asks
// for a view that the page does not show yet. Such a page hides what will change until the script has applied it, gives
// up, or three seconds have passed.
const root = document.documentElement;
try {
  const theme = new URLSearchParams(location.search).get('theme') ?? localStorage.theme; // frames are as light or dark as their page
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (localStorage.announcement >= document.currentScript.dataset.news) root.dataset.dismissed = '';
} catch { /* storage may be forbidden */ }
if (location.search.length > 1 && 'board' in document.currentScript.dataset) {
  root.dataset.state = 'loading';
  setTimeout(() => { if (root.dataset.state === 'loading') root.dataset.state = 'static'; }, 3000);
}
