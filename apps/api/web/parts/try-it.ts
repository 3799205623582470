import { CareAtlas } from '@care-atlas/client/client';
import type { Interpretation } from '@care-atlas/domain/contract';
import type { MapLabel } from '@care-atlas/domain/map';
import { placeOfLabel } from '@care-atlas/domain/records';
import { CareAtlasError } from '@care-atlas/client/client-error';
import type { MapPoint } from '../../src/portal/try/clinic-map.js';
import type { SearchTexts } from '../../src/texts/en/search.js';
import { pathIn } from '@care-atlas/server/pages/language-path';
import { tryPath, trySearch, type TryValues } from '../../src/portal/try/try-request.js';
import { type TryResult, tryResult } from '../../src/portal/try/try-result.js';
import { copyOnClick, showCopyButtons } from './copy-button.js';
import { completePlaces } from './place-combobox.js';

// Without this script the form reloads the page. With it, the answer updates while the user types.
const DEBOUNCE_MS = 300;

/** Updates the answer, in the texts of the page. */
export function tryIt(texts: SearchTexts): void {
  const form = document.querySelector<HTMLFormElement>('#try-form')!;
  const result = document.querySelector<HTMLElement>('#try-result')!;
  const apiUrl = result.dataset['api']!;
  const key = result.dataset['key']!;
  const labels = JSON.parse(result.dataset['labels']!) as readonly MapLabel[];
  const near = form.querySelector<HTMLInputElement>('#try-near')!;
  // The host that serves this page. No retries: the page shows a rate limit instead of waiting for it.
  const directory = new CareAtlas({
    url: new URL(new URL(apiUrl).pathname, location.href).href,
    key,
    retries: 0,
  });

  /** The points of places by how an answer names them. */
  const points = new Map<string, MapPoint | undefined>();
  let current: AbortController | undefined;
  let timer: number | undefined;
  let shownPath = tryPath(valuesOf());
  /** What this script has shown last. */
  let last: TryResult | undefined;

  function valuesOf(): TryValues {
    const data = new FormData(form);
    // The form has no file fields.
    const valueOf = (name: string) => (data.getAll(name) as string[]).join(',');
    return Object.fromEntries([...data.keys()].map((name) => [name, valueOf(name)]));
  }

  async function update(zoom = 0): Promise<void> {
    clearTimeout(timer);
    current?.abort();
    const own = (current = new AbortController());
    const values = valuesOf();
    const path = (shownPath = tryPath(values));
    result.setAttribute('aria-busy', 'true');
    try {
      const outcome = await outcomeOf(path, own.signal);
      document.querySelector('#reading')?.remove();
      show({ apiUrl, path, key, labels, outcome, zoom, now: new Date() });
      showAddress(trySearch(values));
    } catch (error) {
      if (!own.signal.aborted) throw error;
    } finally {
      if (current === own) result.removeAttribute('aria-busy');
    }
  }

  async function outcomeOf(path: string, signal: AbortSignal): Promise<TryResult['outcome']> {
    const query = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
    const operation = path.startsWith('/doctors/search') ? 'searchDoctors' : 'listDoctors';
    try {
      const { body } = await directory.request(operation, {}, query, { signal });
      return { answer: body, place: await placeOf(body.interpreted, signal).catch(withoutPlace) };
    } catch (error) {
      if (!(error instanceof CareAtlasError)) throw error;
      const { code, message, requestId, param, details } = error;
      const body = JSON.stringify({ error: code, message, requestId, param, details }, null, 2);
      return { refusal: { status: error.status, message, body } };
    }
  }

  /** The map of an answer needs no place: a rate limit, for example, only leaves it out. */
  function withoutPlace(error: unknown): undefined {
    if (!(error instanceof CareAtlasError)) throw error;
  }

  /** Returns the point from which distances are measured: coordinates, or the place that an answer names. */
  async function placeOf(
    interpreted: readonly Interpretation[] = [],
    signal: AbortSignal,
  ): Promise<MapPoint | undefined> {
    const label = interpreted.find(({ param }) => param === 'near')?.as[0];
    const [, lat, lng] = /^([-\d.]+),([-\d.]+)$/.exec(near.value.replaceAll(' ', '')) ?? [];
    if (label === undefined) return lat && lng ? { name: near.value, lat: +lat, lng: +lng } : undefined;
    if (!points.has(label)) {
      const { name: q, kind, within } = placeOfLabel(label) ?? {};
      const { places } = await directory.listPlaces({ q, kind }, { signal });
      const place = places.find((each) => each.name === q && each.within === within);
      points.set(label, place);
    }
    return points.get(label);
  }

  /** Makes the address of the page, and the switch of its language, lead to the same request. */
  function showAddress(query: string): void {
    history.replaceState(null, '', pathIn(texts.language, `/${query}`));
    const link = document.querySelector<HTMLAnchorElement>('.language')!;
    const parameters = new URLSearchParams(query);
    parameters.set('lang', link.hreflang);
    link.search = parameters.toString();
  }

  function show(shown: TryResult): void {
    last = shown;
    const open = [...result.querySelectorAll('details')].map((details) => details.open);
    result.innerHTML = tryResult(shown, texts).text;
    for (const [index, details] of [...result.querySelectorAll('details')].entries())
      details.open = open[index] ?? false;
    showCopyButtons(result);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void update();
  });
  result.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('[data-zoom]');
    if (!link) return;
    event.preventDefault();
    const [zoom, text] = [Number(link.dataset['zoom']), link.textContent];
    const focusAgain = () => {
      const links = [...result.querySelectorAll<HTMLElement>('[data-zoom]')];
      (links.find((each) => each.textContent === text) ?? links[0])?.focus();
    };
    if (last?.path !== tryPath(valuesOf())) return void update(zoom).then(focusAgain);
    show({ ...last, zoom });
    focusAgain();
  });
  form.addEventListener('input', ({ target }) => {
    // A place is asked for when it is complete.
    if (target === near) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void update(), DEBOUNCE_MS);
  });
  near.addEventListener('change', () => {
    if (tryPath(valuesOf()) !== shownPath) void update();
  });
  completePlaces(near, directory, texts.places);
  copyOnClick(document.body);
  showCopyButtons(document);
}
