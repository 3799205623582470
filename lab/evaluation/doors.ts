import { FULL_SIZES } from '@care-atlas/domain/access';
import type { QuestionAnswer } from '@care-atlas/domain/contract';
import { english } from '@care-atlas/domain/messages';
import type { Directory } from '@care-atlas/domain/directory';
import type { FastifyRequest } from 'fastify';
import { readHomeRequest } from '../../apps/api/src/portal/home-request.js';
import { searchTools } from '../../apps/mcp/src/search/search-tools.js';
import { sentenceReading } from '../../apps/admin-dashboard/server/src/directory/sentence.js';
import { writeReading } from '../../libs/client/src/command/question.js';
import type { DirectoryReader } from '../../apps/mcp/src/directory/directory-reader.js';

/** What a door says to a question as it is typed: the number of doctors in its list, or no list. */
export type Reply = number | 'no list';

const TIER_RULES = { sizes: { sandbox: FULL_SIZES } } as Parameters<typeof readHomeRequest>[1]['tierRules'];
const SILENT = { note: () => undefined } as unknown as Parameters<typeof writeReading>[1];

/**
 * Asks a question at the doors that read sentences: REST, which the embedded element asks, the connector's search, the portal, the
 * command `care find` and the dashboard's search.
 */
export async function repliesTo(
  question: string,
  reader: DirectoryReader,
  now: Date,
): Promise<Readonly<Record<'rest' | 'search' | 'portal' | 'care' | 'dashboard', Reply>>> {
  const { value: answer } = await reader.reads.readQuestion({ q: question });
  return {
    rest: answer.verdict === 'list' ? answer.total! : 'no list',
    search: await searchReply(question, answer, reader, now),
    portal: portalReply(question, reader.reads as Directory, now),
    dashboard: sentenceReading(answer).total ?? 'no list',
    care: writeReading(answer as Parameters<typeof writeReading>[0], SILENT) ? answer.total! : 'no list',
  };
}

/** A record of the name that is asked for is no list of others. */
async function searchReply(
  query: string,
  { total }: QuestionAnswer,
  directory: DirectoryReader,
  now: Date,
): Promise<Reply> {
  const [search] = searchTools('http://localhost:3000');
  const { structured } = await search.answer({ query }, { directory, sizes: FULL_SIZES, clock: () => now });
  const { note } = structured as { readonly note: string };
  const [, matches] = /^Read as .*?: (\d+) match/.exec(note) ?? [];
  if (matches !== undefined) return Number(matches);
  return note.startsWith('By name') ? total! : 'no list';
}

function portalReply(question: string, directory: Directory, now: Date): Reply {
  const settings = {
    apiUrl: 'http://localhost:3000/api/v1',
    mcpUrl: 'http://localhost:3001',
    sandboxKey: 'published',
    freshDays: 30,
    tierRules: TIER_RULES,
    clock: () => now,
  } as Parameters<typeof readHomeRequest>[1];
  const request = { query: { ask: question }, id: 'evaluation' } as unknown as FastifyRequest;
  const { outcome } = readHomeRequest(directory, settings, request, 'en').result;
  if (outcome === 'none') return 'no list';
  if (!('answer' in outcome)) throw new Error(english(outcome.refusal.said));
  return outcome.answer.doctorTotal ?? outcome.answer.total;
}
