import { setTimeout as sleep } from 'node:timers/promises';

/** How long a store may take to begin its answer, in milliseconds: somebody waits for what is read. */
const READ_MS = 5_000;
const WRITE_MS = 60_000;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;

/** A store of objects that is away, or refuses. It names neither a key nor an address. */
export class ExportStoreError extends Error {
  override readonly name = 'ExportStoreError';
}

/**
 * Sends a request to a store of objects, again if it fails for a moment: whatever is asked of the store may be asked twice.
 * @returns the answer, of success or 404
 * @throws ExportStoreError
 */
export async function requestStore(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const { response, reason, isLasting } = await answerOf(input, init);
    if (response) return response;
    if (isLasting || attempt === ATTEMPTS)
      throw new ExportStoreError(
        `The store of exports ${isLasting ? 'refuses' : 'does not answer'} (${reason}).`,
      );
    await sleep(FIRST_PAUSE_MS * 2 ** attempt);
  }
}

interface Outcome {
  readonly response?: Response;
  readonly reason?: string;
  /** Whether another attempt would fail too. */
  readonly isLasting?: boolean;
}

async function answerOf(input: string | URL | Request, init: RequestInit): Promise<Outcome> {
  const limit = new AbortController();
  // Only until the answer begins: a file may take longer.
  const timer = setTimeout(() => limit.abort(), init.method === 'GET' ? READ_MS : WRITE_MS);
  try {
    const response = await fetch(input, { ...init, signal: limit.signal });
    const { status } = response;
    if (response.ok || status === 404) return { response };
    // The rest of the text may name the key.
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
    return { reason: `${status} ${code}`.trim(), isLasting: status < 500 && status !== 429 };
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return { reason: limit.signal.aborted ? 'it took too long' : (cause?.code ?? 'no connection') };
  } finally {
    clearTimeout(timer);
  }
}
