/** Leads to the search of documents by "/" or Ctrl-K, except while a person types elsewhere. */
export function searchOnKey(page: Document): void {
  const field = page.querySelector<HTMLInputElement>('#search');
  if (!field) return;
  page.addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const types = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (!isChord && (!isSlash || types)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
