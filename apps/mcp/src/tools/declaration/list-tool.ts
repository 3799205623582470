import type { AnswerSizes } from '@care-atlas/domain/access';
import type { Answer, DoctorList, ListEnvelope, PageQuery } from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import type { JsonSchema } from '@care-atlas/domain/schema';
import { type Awaitable, type DirectoryReader, LimitReached } from '../../directory/directory-reader.js';
import { type VisibleMessages, visibleMessages, visibleValue } from '../../visible-text.js';
import { DEFAULT_ROWS, fittingRows, type Row } from '../answer/budget.js';
import { type Advice, adviceFor } from '../answer/no-match-advice.js';
import { listSchema } from './output-schema.js';
import { TEXTS, type Texts } from '../../texts/texts.js';
import { joinLines, requestLines } from '../answer/text.js';
import { type Finding, type Tool, tool, type ToolDeclaration } from './tool.js';

/** Maximum characters of the frame of a list in either form, besides what a request adds. */
const ENVELOPE = 320;

/** What a tool shows of one page. */
export interface PageContent {
  /** What is listed, as the beginning of a line. */
  readonly heading: string;
  readonly rows: readonly Row[];
  /** Lines before the rows. */
  readonly above?: string;
  /** Other members of the structured form. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The envelope of a list whose items may be clinics that stand for doctors. */
type GroupedEnvelope = ListEnvelope & Partial<Pick<DoctorList, 'doctorTotal'>>;

/** The declaration of a tool that returns a list, page by page. */
export interface ListDeclaration<Q extends PageQuery, Page extends GroupedEnvelope> extends Omit<
  ToolDeclaration<Q>,
  'outputSchema' | 'defaults'
> {
  /** Name of the list in the structured form. */
  readonly list: 'doctors' | 'clinics' | 'reviews';
  /** Schema of one member of the list. */
  readonly item: JsonSchema;
  /** Schemas of other members of the structured form. */
  readonly more?: Readonly<Record<string, JsonSchema>>;
  readonly find: (query: Q, directory: DirectoryReader, sizes?: AnswerSizes) => Awaitable<Answer<Page>>;
  /** @param notes the remarks on each clinic of the page, if they were requested */
  readonly contentOf: (
    page: Page,
    query: Q,
    now: Date,
    texts: Texts,
    notes: VisibleMessages['notes'],
  ) => PageContent;
  /** With a search: what is said of the tools to continue with. A search without matches gives advice. */
  readonly next?: keyof Texts['answers']['next'];
  /** Minimum characters of JSON that a row omits from its record; undefined if it may be longer than its record. */
  readonly omittedLength?: number;
}

/**
 * Creates a tool that returns one page in both forms. A page over the token budget is cut by whole rows and says how to
 * continue.
 */
export function listTool<Q extends PageQuery & PlaceOfQuery, Page extends GroupedEnvelope = GroupedEnvelope>(
  declaration: ListDeclaration<Q, Page>,
): Tool {
  const { list, item, more: schemas, find, contentOf, next, omittedLength, ...described } = declaration;
  const outputSchema = listSchema(list, item, schemas);
  const defaults = { limit: DEFAULT_ROWS };
  return tool<Q>({ ...described, defaults, outputSchema }, async (query, { directory, sizes, clock }) => {
    // Fewer rows than REST by default, because a model reads each of them.
    const pageDefault = Math.min(DEFAULT_ROWS, sizes.pageMaximum);
    const answer = await find(query, directory, { ...sizes, pageDefault });
    const page = visibleValue(answer);
    const messages = visibleMessages(answer);
    const { total, doctorTotal = total, warnings = [], interpreted = [] } = page;
    const now = clock();
    const english = contentOf(page, query, now, TEXTS.en, messages.notes);
    const totalOf = async (relaxed: Q) => {
      const { value } = await find(relaxed, directory);
      return value.doctorTotal ?? value.total;
    };
    const needsAdvice = next !== undefined && total === 0;
    const advice = needsAdvice ? await adviceFor(query, totalOf).catch(adviceAtLimit) : undefined;
    const belowIn = ({ answers }: Texts) =>
      english.rows.length > 0
        ? next && joinLines(answers.next[next], answers.cautions.phone)
        : advice?.textIn(answers);
    const members = { ...english.more, ...(advice && { relax: advice.relax }) };
    const offset = query.offset ?? 0;
    const limit = Math.min(query.limit ?? DEFAULT_ROWS, sizes.pageMaximum);
    // The English text decides how many rows fit, so that the structured form is the same in all languages.
    const surrounding = {
      text: ENVELOPE + joinLines(english.above, belowIn(TEXTS.en), ...warnings).length,
      json: ENVELOPE + JSON.stringify({ ...members, warnings, interpreted }).length,
    };
    const longest =
      omittedLength === undefined ? Infinity : answer.length - english.rows.length * omittedLength;
    const fitting = fittingRows(english.rows, limit, surrounding, longest);
    const leftOut = english.rows.length - fitting.length;
    const end = offset + fitting.length;
    const nextOffset = fitting.length > 0 && end < total ? end : undefined;
    const textIn: Finding['textIn'] = (texts) => {
      const { answers } = texts;
      const { heading, rows, above } =
        texts === TEXTS.en ? english : contentOf(page, query, now, texts, messages.notes);
      const isEmergency = (warning: Said) => typeof warning === 'object' && warning.code === 'emergency';
      return joinLines(
        ...requestLines([], messages.warnings.filter(isEmergency), texts),
        above,
        answers.heading(
          heading,
          isNearestFirst(query),
          extent({ total, doctorTotal }, offset, fitting.length, limit, answers),
        ),
        ...rows.slice(0, fitting.length).map(({ line }) => line),
        leftOut > 0 && answers.cut(leftOut),
        nextOffset !== undefined && answers.goOn(declaration.name, nextOffset),
        ...requestLines(
          interpreted,
          messages.warnings.filter((warning) => !isEmergency(warning)),
          texts,
        ),
        belowIn(texts),
      );
    };
    const structured = {
      total: doctorTotal,
      ...(doctorTotal !== total && { clinicTotal: total }),
      count: fitting.length,
      offset,
      ...(nextOffset !== undefined && { nextOffset }),
      ...(leftOut > 0 && { leftOut }),
      ...(interpreted.length > 0 && { interpreted }),
      ...(warnings.length > 0 && { warnings }),
      [list]: fitting.map((row) => row.item),
      ...members,
    };
    const caution = next === undefined ? ('reviews' as const) : ('phone' as const);
    const cautions = english.rows.length > 0 ? [caution] : [];
    return { textIn, structured, warnings: messages.warnings, cautions };
  });
}

type PlaceOfQuery = { readonly lat?: number; readonly near?: string; readonly sort?: string };

function isNearestFirst({ lat, near, sort }: PlaceOfQuery): boolean {
  return (lat !== undefined || near !== undefined) && (sort === undefined || sort === 'distance');
}

function extent(
  { total, doctorTotal }: Required<Pick<GroupedEnvelope, 'total' | 'doctorTotal'>>,
  offset: number,
  shown: number,
  limit: number,
  { none, here, hereByClinic, beyond }: Texts['answers'],
): string {
  if (total === 0) return none;
  if (shown > 0 && doctorTotal !== total) return hereByClinic(doctorTotal, total, offset + 1, offset + shown);
  if (shown > 0) return here(total, offset + 1, offset + shown);
  return limit === 0 ? `${doctorTotal}` : beyond(doctorTotal, offset);
}

/** Replaces advice that the rate limit interrupted, since it costs one read per filter. The empty page stays valid. */
function adviceAtLimit(error: unknown): Advice {
  if (!(error instanceof LimitReached)) throw error;
  const { waitSeconds } = error;
  return { relax: [], textIn: ({ notChecked }) => notChecked(waitSeconds) };
}
