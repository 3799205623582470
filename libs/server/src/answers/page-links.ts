import type { AnswerPage, RawParameters } from '@care-atlas/domain/contract';
import type { Message } from '@care-atlas/domain/messages';

/** The most bytes of a Link header: together with every other header of an answer it stays under 4,096. */
const LARGEST_LINKS = 2_048;
/** The most that a link holds besides the filters: brackets, limit, offset, relation and separator. */
const PAGE_ROOM = 64;
/** The relations, the one that is left out last first. */
const BY_IMPORTANCE = ['next', 'prev', 'first', 'last'] as const;

/**
 * Returns the parameters of a request that its links repeat, each followed by an ampersand: only known ones, encoded
 * anew and in the order of `names`, so that nothing else of what a client sends reaches a header.
 */
export function filtersOf(raw: RawParameters, names: readonly string[]): string {
  let filters = '';
  // Not `raw[name]`: for every set of parameters and name, Node would keep how to look it up, in memory that only full
  // collections return. At half load they would come every few seconds, and hold up requests.
  const sent = new Map(Object.entries(raw));
  for (const name of names) {
    const value = sent.get(name);
    if (value === undefined) continue;
    for (const text of Array.isArray(value) ? value : [value]) {
      filters += `${name}=${encodeURIComponent(String(text))}&`;
    }
  }
  return filters;
}

/** Returns the warning that some pages are not linked because the filters are too long; undefined when all are. */
export function linkWarning(filters: string): Message | undefined {
  const fitting = linksThatFit(filters);
  if (fitting >= BY_IMPORTANCE.length) return undefined;
  if (fitting === 0) return { code: 'no_links' };
  return { code: 'few_links', params: { relations: BY_IMPORTANCE.slice(0, fitting).join(', ') } };
}

/**
 * Returns the RFC 8288 links to the other pages of a list, undefined when there are none. They are queries alone,
 * which resolve against the address that the client used, also through a gateway that has another path.
 */
export function linksTo(filters: string, { total, limit, offset }: AnswerPage): string | undefined {
  const fitting = linksThatFit(filters);
  const step = Math.max(1, limit);
  const target = `<?${filters}limit=${limit}&offset=`;
  // Plain concatenation: an array that is joined would cost every list several microseconds.
  let links = '';
  if (fitting >= 3) links += `${target}0>; rel="first", `;
  if (fitting >= 2 && offset > 0) {
    links += `${target}${Math.max(0, Math.min(offset, total) - step)}>; rel="prev", `;
  }
  if (fitting >= 1 && limit > 0 && offset + limit < total)
    links += `${target}${offset + limit}>; rel="next", `;
  if (fitting >= 4) {
    links += `${target}${total === 0 ? 0 : Math.floor((total - 1) / step) * step}>; rel="last", `;
  }
  return links === '' ? undefined : links.slice(0, -2);
}

/** Depends on the filters alone: the warning is in the body, which is made before the number of pages is known. */
function linksThatFit(filters: string): number {
  return Math.floor(LARGEST_LINKS / (filters.length + PAGE_ROOM));
}
