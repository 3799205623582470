import { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import { tryPath, type TryValues } from '../src/portal/try-form.js';
import { type Tried, triedResult } from '../src/portal/try-result.js';
import { copyOnClick, offerCopies } from './parts/copy-button.js';

// The form works without this script, by loading the page anew. With it, the answer follows while one types.
const PAUSE_MS = 300;

const form = document.querySelector<HTMLFormElement>('#try-form')!;
const result = document.querySelector<HTMLElement>('#try-result')!;
const apiUrl = result.dataset['api']!;
const key = result.dataset['key']!;
// This very service, under whatever name one reaches it. People see a limit as it is, instead of waiting for it.
const directory = new CareAtlas({
  url: new URL(new URL(apiUrl).pathname, location.href).href,
  key,
  retries: 0,
});

let asking: AbortController | undefined;
let timer: number | undefined;

function valuesOf(): TryValues {
  // There is no field for a file.
  return Object.fromEntries(new FormData(form)) as TryValues;
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  asking?.abort();
  const mine = (asking = new AbortController());
  const path = tryPath(valuesOf());
  result.setAttribute('aria-busy', 'true');
  try {
    const outcome = await outcomeOf(path, mine.signal);
    show({ apiUrl, path, key, outcome });
    history.replaceState(null, '', `/${path.includes('?') ? path.slice(path.indexOf('?')) : ''}`);
  } catch (error) {
    if (!mine.signal.aborted) throw error;
  } finally {
    if (asking === mine) result.removeAttribute('aria-busy');
  }
}

async function outcomeOf(path: string, signal: AbortSignal): Promise<Tried['outcome']> {
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

function show(tried: Tried): void {
  const open = [...result.querySelectorAll('details')].map((details) => details.open);
  result.innerHTML = triedResult(tried).text;
  for (const [index, details] of [...result.querySelectorAll('details')].entries())
    details.open = open[index] ?? false;
  offerCopies(result);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask();
});
form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void ask(), PAUSE_MS);
});
copyOnClick(result);
offerCopies(result);
