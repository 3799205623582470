import { bodyOf, type HttpRequest } from '../requests/http-request.js';
import type { PeerPage } from './peer.js';

/** A running server, and how to send it a filter. */
export interface PeerServer<Filter> {
  readonly port: number;
  readonly request: (filter: Filter) => HttpRequest;
  readonly read: (answer: unknown) => PeerPage;
}

/** Counts the filters to which two servers give the same total and the same page in the same order. */
export async function countEqualAnswers<Filter>(
  filters: readonly Filter[],
  one: PeerServer<Filter>,
  other: PeerServer<Filter>,
): Promise<number> {
  let equal = 0;
  for (const filter of filters) {
    const [first, second] = [await pageOf(one, filter), await pageOf(other, filter)];
    if (JSON.stringify(first) === JSON.stringify(second)) equal++;
  }
  return equal;
}

async function pageOf<Filter>(
  { port, request, read }: PeerServer<Filter>,
  filter: Filter,
): Promise<PeerPage> {
  return read(JSON.parse(await bodyOf(port, request(filter))));
}
