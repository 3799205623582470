import type { KnownAcceptance } from '@care-atlas/domain/contract';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import { torontoDate } from '@care-atlas/domain/rules';
import { records as connector } from '../../apps/mcp/src/texts/en/records.js';
import { DAY_MS } from '../../libs/domain/test/builders.js';
import { en as portal } from '../../libs/server/src/record/texts/en.js';
import { results } from '../../libs/server/src/record/texts/results/en.js';

// The longer ones first: one begins as another.
const KNOWN = [...Object.values(connector.acceptance), ...Object.values(connector.codes)]
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** Finds acceptance in a line of a tool. */
export const ACCEPTANCE_TEXT: Readonly<Record<string, RegExp>> = {
  search_clinics: new RegExp(`((?:${KNOWN})(?: \\([^)]*\\))?)`),
  list_specialists: new RegExp(`this specialty:? ((?:${KNOWN})(?: \\([^)]*\\))?)`),
};

/** Returns acceptance in the connector's words. */
export function connectorText(
  { answer, code, method, observedAt, dated, state }: KnownAcceptance,
  now: Date,
): string {
  const known = connector.codes[code] ?? connector.acceptance[answer];
  if (observedAt === null || method === '') return known;
  const by = connector.methods[method];
  const days = Math.floor((now.getTime() - Date.parse(observedAt)) / DAY_MS);
  const date = torontoDate(observedAt);
  const when = dated === false ? `${by} since ${date}` : `${by} ${connector.ago(days)}`;
  if (state === 'expired')
    return `${known} (what ${dated === false ? 'is listed' : 'was said'} ${when} has expired)`;
  const disputed = state === 'conflicting' ? ', others disagree' : '';
  return `${known} (${dated === false ? 'listed' : 'said'} ${connector.answers[answer]} ${when}${disputed})`;
}

/** Returns what a page says of acceptance, and how and when it was observed. */
export function portalSays(page: string): readonly string[] {
  const [, answer = '', text = '', rest = ''] =
    /<div class="acceptance (\w+)">\s*<p><strong>([^<]*)<\/strong><\/p>([^]*?)<p>Phone to confirm/.exec(
      page,
    ) ?? [];
  const [, known = ''] = /<summary>([^<]*)<\/summary>|<p class="known">/.exec(rest) ?? [];
  return [answer, text, known];
}

/** Returns acceptance in the portal's words. */
export function portalText({
  answer,
  code,
  method,
  observedAt,
  dated,
  state,
}: KnownAcceptance): readonly string[] {
  const text =
    answer === 'unknown' ? portal.acceptance.unknown : portal.acceptance[code === 'unknown' ? 'nopt' : code];
  if (observedAt === null) return [answer, text, ''];
  const day = portal.day(observedAt);
  const isListed = dated === false;
  const how = isListed && method === 'clinic_attested' ? results.listedByClinic : methodText(method);
  const parts = [how, isListed ? results.since(day) : day, results.states[state]];
  return [answer, text, parts.filter((part) => part !== '').join(', ')];
}

function methodText(method: EvidenceMethod | ''): string {
  return method === '' ? '' : results.methods[method];
}
