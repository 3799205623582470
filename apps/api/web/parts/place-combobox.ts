import type { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import type { PlaceItem } from '@care-atlas/domain/contract';
import { html } from '@care-atlas/server/pages/html';
import type { SearchTexts } from '../../src/texts/en/search.js';
import { placeText } from '../../src/portal/try/place-text.js';

const DEBOUNCE_MS = 250;

/** Completes the names of places in a text field, as an ARIA combobox with a list. Choosing one fires `change`. */
export function completePlaces(
  input: HTMLInputElement,
  directory: CareAtlas,
  texts: SearchTexts['places'],
): void {
  const list = document.createElement('ul');
  list.id = `${input.id}-places`;
  list.role = 'listbox';
  list.ariaLabel = texts.list;
  list.hidden = true;
  const status = document.createElement('span');
  status.className = 'visually-hidden';
  status.role = 'status';
  input.after(list, status);
  input.parentElement!.classList.add('combobox');
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);

  const known = new Map<string, readonly PlaceItem[]>();
  let places: readonly PlaceItem[] = [];
  let active = -1;
  let timer: number | undefined;
  let current: AbortController | undefined;

  function show(shown: readonly PlaceItem[]): void {
    places = shown;
    list.innerHTML = shown.map(optionOf).join('');
    list.hidden = shown.length === 0;
    input.ariaExpanded = String(shown.length > 0);
    activate(-1);
    list.scrollIntoView({ block: 'nearest' });
  }

  function activate(index: number): void {
    active = index;
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index);
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[index]!.id);
  }

  function close(): void {
    clearTimeout(timer);
    current?.abort();
    status.textContent = '';
    if (!list.hidden) show([]);
  }

  function choose(place: PlaceItem): void {
    input.value = placeText(place, texts);
    close();
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  async function complete(): Promise<void> {
    current?.abort();
    const { signal } = (current = new AbortController());
    const text = input.value;
    try {
      const found = known.get(text) ?? (await directory.completePlace(text, { signal }));
      known.set(text, found);
      show(found);
      status.textContent = texts.found(found.length);
    } catch (error) {
      if (!signal.aborted && !(error instanceof CareAtlasError)) throw error;
      // Without completion the field takes what is typed, and the answer says what is wrong.
      show([]);
    }
  }

  function optionOf(place: PlaceItem, index: number): string {
    const { name, kind, within } = place;
    const about = within === '' ? texts.kinds[kind] : texts.within(texts.kinds[kind], within);
    return html`<li id="${list.id}-${index}" role="option" aria-selected="false">${name} <span class="muted small">${about}</span></li>`
      .text;
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void complete(), DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    const isOpen = !list.hidden;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen)
        activate((active + step + (active < 0 && step < 0 ? 1 : 0) + places.length) % places.length);
      else void complete();
    } else if (event.key === 'Enter') {
      const place = places[active];
      if (place) {
        event.preventDefault();
        choose(place);
      } else close();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  });
  input.addEventListener('blur', close);
  // Keeps the focus in the field, so that the list is still open when the click arrives.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].indexOf((target as Element).closest('li')!);
    if (places[index]) choose(places[index]);
  });
}
