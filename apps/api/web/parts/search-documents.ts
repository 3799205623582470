const DEBOUNCE_MS = 150;

/** Shows what the search of documents finds while a person types. Without this script the form opens the page of the search. */
export function searchDocuments(page: Document): void {
  const field = page.querySelector<HTMLInputElement>('#search');
  const form = field?.form;
  if (!field || !form) return;
  const shown = page.querySelector<HTMLElement>('#found') ?? dropdownBelow(form);
  const isDropdown = form.contains(shown);
  let current: AbortController | undefined;
  let timer: number | undefined;

  async function update(text: string): Promise<void> {
    current?.abort();
    const { signal } = (current = new AbortController());
    if (text === '' && isDropdown) return close();
    const address = `${form!.action}?q=${encodeURIComponent(text)}`;
    const body = await fetch(address, { signal, headers: { accept: 'text/html' } })
      .then((response) => response.text())
      .catch(() => undefined);
    if (signal.aborted) return;
    // Without an answer, the button still opens the page of the search.
    const found = new DOMParser().parseFromString(body ?? '', 'text/html').querySelector('#found');
    if (!found) return close();
    shown.replaceChildren(...found.childNodes);
    shown.hidden = false;
    if (!isDropdown) history.replaceState(null, '', address);
  }

  function close(): void {
    clearTimeout(timer);
    current?.abort();
    if (isDropdown) shown.hidden = true;
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void update(field.value.trim()), DEBOUNCE_MS);
  });
  form.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && isDropdown) {
      close();
      field.focus();
    } else if (step !== undefined && !shown.hidden) {
      event.preventDefault();
      const stops = [field, ...shown.querySelectorAll('a')];
      const at = stops.indexOf(page.activeElement as HTMLInputElement);
      stops[Math.min(Math.max(at + step, 0), stops.length - 1)]!.focus();
    }
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (isDropdown && !form.contains(relatedTarget as Node | null)) close();
  });
  // Keeps the focus in the form, so that the results are still there when the click arrives.
  shown.addEventListener('mousedown', (event) => event.preventDefault());
}

function dropdownBelow(form: HTMLFormElement): HTMLElement {
  const dropdown = form.ownerDocument.createElement('div');
  dropdown.className = 'dropdown';
  dropdown.hidden = true;
  form.append(dropdown);
  return dropdown;
}
