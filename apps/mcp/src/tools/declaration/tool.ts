import type { AnswerSizes } from '@care-atlas/domain/access';
import type { Query } from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import type { Described, JsonSchema } from '@care-atlas/domain/schema';
import type { DirectoryReader } from '../../directory/directory-reader.js';
import { ArgumentReader } from './argument-reader.js';
import { type ArgumentRules, inputSchemaOf } from './input-schema.js';
import { type Moment, OPEN, readOpenNow } from './open-now.js';
import { type Language, TEXTS, type Texts } from '../../texts/texts.js';
import { datasetLine, joinLines } from '../answer/text.js';

/** The directory that a tool reads, and the answer sizes that its caller may have. */
export interface ToolCall {
  readonly directory: DirectoryReader;
  readonly sizes: AnswerSizes;
  readonly clock: () => Date;
  /** The language of the text; English unless given. The structured form is the same in all languages. */
  readonly language?: Language;
}

/** The same facts in two forms. Some hosts give a model only the text. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: Record<string, unknown>;
  /** The warnings in the structured form, as messages. */
  readonly warnings?: readonly Said[];
}

/** What a tool found. */
export interface Finding {
  readonly structured: Record<string, unknown>;
  /** Returns the text, with the same records in every language. */
  readonly textIn: (texts: Texts) => string;
  readonly warnings?: readonly Said[];
  /** What to keep in mind with these facts. The text says it where it belongs. */
  readonly cautions?: readonly (keyof Texts['answers']['cautions'])[];
}

/** The tools, each with a title in every language. */
export type ToolName = keyof Texts['offer']['tools'];

interface ToolDescription {
  readonly name: ToolName;
  readonly description: string;
  readonly outputSchema: JsonSchema;
  /** Whether answers contain text that the public wrote. */
  readonly containsUserContent?: boolean;
  /** Whether hosts that show cards show its answers in one. */
  readonly hasCard?: boolean;
  /** The tool that finds valid ids; error messages about an unknown id name it. */
  readonly idLookupTool?: string;
}

/** A read-only question that an assistant can ask. */
export interface Tool extends ToolDescription {
  readonly inputSchema: JsonSchema;
  /** @throws DirectoryError */
  answer(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolAnswer>;
}

/** The declaration of a tool. Its arguments are the fields of a query class. */
export interface ToolDeclaration<Q extends Query> extends ToolDescription {
  readonly query: Described<Q>;
  /** The query to read when the argument `without` is absent, which makes that argument optional. */
  readonly otherwise?: { readonly without: string; readonly query: Described<Q> };
  /** Whether `open: "now"` is accepted, which needs the query's `date` and `openAt`. */
  readonly hasOpenNow?: boolean;
  readonly defaults?: ArgumentRules['defaults'];
}

/** Creates a tool from its declaration and the function that finds its facts. The tool adds the date of the dataset. */
export function tool<Q extends Query>(
  declaration: ToolDeclaration<Q>,
  find: (query: Q, call: ToolCall) => Promise<Finding>,
): Tool {
  const { query, otherwise, hasOpenNow = false, defaults, ...description } = declaration;
  const optional = otherwise?.without;
  const inputSchema = inputSchemaOf(query, {
    optional,
    defaults,
    ...(hasOpenNow && { more: { open: OPEN } }),
  });
  const names = Object.keys(inputSchema.properties ?? {});
  const reader = new ArgumentReader(query, names);
  const other = otherwise && new ArgumentReader(otherwise.query, names);
  return {
    ...description,
    inputSchema,
    answer: async (given, call) => {
      const { args, moment } = hasOpenNow ? readOpenNow(given, call.clock()) : { args: given };
      const applicable = other && (args[otherwise.without] ?? '') === '' ? other : reader;
      const { structured, textIn, warnings, cautions = [] } = await find(applicable.read(args), call);
      const { syncedAt } = await call.directory.dataset();
      const { [call.language ?? 'en']: texts, en } = TEXTS;
      return {
        text: joinLines(noteOf(moment, texts), textIn(texts), datasetLine(syncedAt, texts.answers)),
        structured: {
          ...structured,
          ...(moment && { read: noteOf(moment, en) }),
          ...(cautions.length > 0 && { cautions: cautions.map((name) => en.answers.cautions[name]) }),
          syncedAt: syncedAt.toISOString(),
        },
        warnings,
      };
    },
  };
}

function noteOf(moment: Moment | undefined, { answers }: Texts): string | undefined {
  if (!moment) return undefined;
  const { day, time, date, holiday } = moment;
  const now = answers.now(day, time, date);
  return holiday === undefined ? now : `${answers.holiday(holiday)} ${now}`;
}
