import type {
  CallToolResult,
  ContentBlock,
  ListToolsResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { KnownAcceptance } from '@care-atlas/domain/contract';
import type { ToolCall } from '../tools/declaration/tool.js';
import { acceptanceIn } from '../directory/availability.js';
import { inEach } from '../texts/texts.js';
import { LISTED_TOOLS, TOOLS } from '../tools/tools.js';
import { visibleValue } from '../visible-text.js';
import { CARD_PAGE } from './generated/card-page.js';

/** The names of MCP Apps (SEP-1865), revision 2026-01-26. */
const EXTENSION = 'io.modelcontextprotocol/ui';
const CARD_TYPE = 'text/html;profile=mcp-app';
const CARD_URI = 'ui://care-atlas/results';
/** Where the card finds the clinics of an answer. Hosts do not pass `_meta` on to a model. */
const CLINICS = 'care-atlas/clinics';
/** Where the card finds the address of the portal, whose pages show records in full. */
const PORTAL = 'care-atlas/portal';
const HOUR_MS = 3_600_000;

/** What the card shows of a clinic, whatever the tool says about it. */
export interface CardClinic {
  readonly lat: number;
  readonly lng: number;
  /** Empty if not known. */
  readonly phone: string;
  readonly accepting: KnownAcceptance;
}

/** Returns whether the capabilities of a host declare that it shows cards. */
export function declaresCards(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, { mimeTypes?: unknown }> };
  const types = extensions?.[EXTENSION]?.mimeTypes;
  return Array.isArray(types) && types.includes(CARD_TYPE);
}

const WITH_CARD: ReadonlySet<string> = new Set(
  TOOLS.filter(({ hasCard }) => hasCard).map(({ name }) => name),
);

/** The result of tools/list for hosts that show cards. Not public: a shared cache would give it to the others. */
export const TOOLS_WITH_CARD = inEach((language): ListToolsResult => ({
  tools: LISTED_TOOLS[language].tools.map((tool) =>
    WITH_CARD.has(tool.name) ? { ...tool, _meta: { ui: { resourceUri: CARD_URI } } } : tool,
  ),
  ttlMs: HOUR_MS,
  cacheScope: 'private',
}));

/** Returns the card; undefined for the address of another resource. It needs no domain and no permission. */
export function cardResource(uri: string): ReadResourceResult | undefined {
  if (uri !== CARD_URI) return undefined;
  const _meta = { ui: { csp: {}, prefersBorder: true } };
  return {
    contents: [{ uri, mimeType: CARD_TYPE, text: CARD_PAGE, _meta }],
    ttlMs: HOUR_MS,
    cacheScope: 'public',
  };
}

interface Listed {
  readonly id: string;
  readonly name: string;
}
interface ListedDoctor extends Omit<Listed, 'id'> {
  readonly cpsoNumber: string;
  readonly clinic: Listed;
  readonly clinics?: readonly Listed[];
}
interface Records {
  readonly doctors?: readonly ListedDoctor[];
  readonly doctor?: ListedDoctor;
  readonly clinics?: readonly Listed[];
  readonly clinic?: Listed;
}

/**
 * Returns what a result has only for hosts that show cards: a link to the resource of each record, for people rather
 * than for the model, the clinics of the records, and the address of their pages.
 */
export async function cardParts(
  structured: Record<string, unknown>,
  { directory, sizes }: ToolCall,
  portalUrl: string,
): Promise<Pick<CallToolResult, 'content' | '_meta'>> {
  const {
    doctor,
    clinic,
    doctors = doctor ? [doctor] : [],
    clinics = clinic ? [clinic] : [],
  } = structured as Records;
  const links = new Map([
    ...doctors.map(({ cpsoNumber, name }) => linkTo(`care://doctors/${cpsoNumber}`, name)),
    ...clinics.map(({ id, name }) => linkTo(`care://clinics/${id}`, name)),
  ]);
  const shown = [...clinics, ...doctors.flatMap((one) => one.clinics ?? [one.clinic])];
  const ids = [...new Set(shown.map(({ id }) => id))].slice(0, sizes.pageMaximum);
  const content = [...links.values()];
  if (ids.length === 0) return { content };
  const include = ['availability', 'location', 'contact'] as const;
  const answer = await directory.reads.listClinics({ ids, include: [...include], limit: ids.length }, sizes);
  const found = visibleValue(answer).clinics.map((each): [string, CardClinic] => {
    const { id, lat, lng, phone } = each;
    return [id, { lat: lat!, lng: lng!, phone: phone ?? '', accepting: acceptanceIn(each) }];
  });
  return { content, _meta: { [CLINICS]: Object.fromEntries(found), [PORTAL]: portalUrl } };
}

function linkTo(uri: string, name: string): [string, ContentBlock] {
  const annotations = { audience: ['user' as const] };
  return [uri, { type: 'resource_link', uri, name, mimeType: 'application/json', annotations }];
}
