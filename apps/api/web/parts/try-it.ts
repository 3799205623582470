import { CareAtlas } from '@care-atlas/client/client';
import { pathIn } from '@care-atlas/server/pages/language-path';
import type { SearchTexts } from '../../src/texts/en/search.js';
import { trySearch, type TryValues } from '../../src/portal/try/try-request.js';
import { copyOnClick, showCopyButtons } from './copy-button.js';
import { completePlaces } from './place-combobox.js';

// Without this script the form reloads the page. With it, the answer follows what the user types: the server renders both.
const DEBOUNCE_MS = 300;
/** The parts of the page that depend on the form. */
const PARTS = ['reading', 'try-result'];

/** Updates the answer, in the texts of the page. */
export function tryIt(texts: Pick<SearchTexts, 'language' | 'places'>): void {
  const panel = document.querySelector<HTMLElement>('#try-panel')!;
  const form = panel.querySelector<HTMLFormElement>('#try-form')!;
  const result = panel.querySelector<HTMLElement>('#try-result')!;
  const near = form.querySelector<HTMLInputElement>('#try-near')!;
  const { api, key, unreachable } = panel.dataset;
  let current: AbortController | undefined;
  let timer: number | undefined;
  let shownQuery = trySearch(valuesOf());

  function valuesOf(): TryValues {
    const data = new FormData(form);
    // The form has no file fields.
    const valueOf = (name: string) => (data.getAll(name) as string[]).join(',');
    return Object.fromEntries([...data.keys()].map((name) => [name, valueOf(name)]));
  }

  async function update(): Promise<void> {
    clearTimeout(timer);
    current?.abort();
    const { signal } = (current = new AbortController());
    const query = (shownQuery = trySearch(valuesOf())) || '?q=';
    const address = pathIn(texts.language, `/${query}`);
    result.setAttribute('aria-busy', 'true');
    const body = await fetch(address, { signal, headers: { accept: 'text/html' } })
      .then((response) => response.text())
      .catch(() => undefined);
    if (signal.aborted) return;
    if (body === undefined) result.replaceChildren(failure());
    else show(new DOMParser().parseFromString(body, 'text/html'));
    history.replaceState(null, '', address);
    followLanguage(query);
    result.removeAttribute('aria-busy');
  }

  function failure(): HTMLElement {
    const outcome = Object.assign(document.createElement('p'), { className: 'outcome', role: 'status' });
    outcome.textContent = unreachable!;
    return outcome;
  }

  /** Shows the answer of a page; of one without an answer, such as that of a limit, its content. */
  function show(page: Document): void {
    const open = [...result.querySelectorAll('details')].map((details) => details.open);
    document.title = page.title;
    if (!page.querySelector('#try-result'))
      return result.replaceChildren(...page.querySelector('main')!.childNodes);
    for (const id of PARTS)
      panel.querySelector(`#${id}`)!.replaceChildren(...page.querySelector(`#${id}`)!.childNodes);
    // The home page keeps its own heading.
    const heading = document.querySelector('h1.visually-hidden');
    if (heading) heading.textContent = page.querySelector('h1')!.textContent;
    for (const [index, details] of [...result.querySelectorAll('details')].entries())
      details.open = open[index] ?? false;
    showCopyButtons(result);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void update();
  });
  form.addEventListener('input', ({ target }) => {
    // A place is asked for when it is complete.
    if (target === near) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void update(), DEBOUNCE_MS);
  });
  near.addEventListener('change', () => {
    if (trySearch(valuesOf()) !== shownQuery) void update();
  });
  // The host that serves this page. No retries: a limit only leaves out the completion.
  const url = new URL(new URL(api!).pathname, location.href).href;
  completePlaces(near, new CareAtlas({ url, key, retries: 0 }), texts.places);
  copyOnClick(document.body);
  showCopyButtons(document);
}

/** Makes the switch of the language lead to the same request. */
function followLanguage(query: string): void {
  const link = document.querySelector<HTMLAnchorElement>('.language')!;
  const parameters = new URLSearchParams(query);
  parameters.set('lang', link.hreflang);
  link.search = parameters.toString();
}
