import { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import { tryPath, type TryValues } from '../src/portal/try-form.js';
import { type TryResult, tryResult } from '../src/portal/try-result.js';
import { copyOnClick, showCopyButtons } from './parts/copy-button.js';

// Without this script the form reloads the page. With it, the answer updates while the user types.
const DEBOUNCE_MS = 300;

const form = document.querySelector<HTMLFormElement>('#try-form')!;
const result = document.querySelector<HTMLElement>('#try-result')!;
const apiUrl = result.dataset['api']!;
const key = result.dataset['key']!;
// The host that serves this page. No retries: the page shows a rate limit instead of waiting for it.
const directory = new CareAtlas({
  url: new URL(new URL(apiUrl).pathname, location.href).href,
  key,
  retries: 0,
});

let current: AbortController | undefined;
let timer: number | undefined;

function valuesOf(): TryValues {
  // The form has no file fields.
  return Object.fromEntries(new FormData(form)) as TryValues;
}

async function update(): Promise<void> {
  clearTimeout(timer);
  current?.abort();
  const own = (current = new AbortController());
  const path = tryPath(valuesOf());
  result.setAttribute('aria-busy', 'true');
  try {
    const outcome = await outcomeOf(path, own.signal);
    show({ apiUrl, path, key, outcome });
    history.replaceState(null, '', `/${path.includes('?') ? path.slice(path.indexOf('?')) : ''}`);
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
    return { answer: body };
  } catch (error) {
    if (!(error instanceof CareAtlasError)) throw error;
    const { code, message, requestId, param, details } = error;
    const body = JSON.stringify({ error: code, message, requestId, param, details }, null, 2);
    return { refusal: { status: error.status, body } };
  }
}

function show(shown: TryResult): void {
  const open = [...result.querySelectorAll('details')].map((details) => details.open);
  result.innerHTML = tryResult(shown).text;
  for (const [index, details] of [...result.querySelectorAll('details')].entries())
    details.open = open[index] ?? false;
  showCopyButtons(result);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void update();
});
form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void update(), DEBOUNCE_MS);
});
copyOnClick(result);
showCopyButtons(result);
