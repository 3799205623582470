import type { Query } from '@care-atlas/domain/contract';
import type { Described, JsonSchema } from '@care-atlas/domain/schema';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { DirectoryReader } from '../connector/directory-reader.js';
import { ArgumentReader } from './argument-reader.js';
import { inputSchemaOf } from './input-schema.js';

/** In which directory a tool looks, and how much its caller may see. */
export interface ToolCall {
  readonly directory: DirectoryReader;
  readonly sizes: AnswerSizes;
}

/** The same facts twice: for programs, and for a model that is given nothing but the text. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

/** A question that an assistant can ask. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Its answers hold text that strangers wrote. */
  readonly quotesReviews: boolean;
  /** Where to look for ids that are right, when one was not known. */
  readonly findsIdsWith: string;
  /** @throws DirectoryError */
  answer(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolAnswer>;
}

/** What a tool says of itself; its arguments are the fields of a query class. */
export interface ToolDescription<Q extends Query> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly query: Described<Q>;
  /** A query that is read instead when `without` is not among the arguments, which makes that one optional. */
  readonly otherwise?: { readonly without: string; readonly query: Described<Q> };
  readonly output: JsonSchema;
  readonly quotesReviews?: boolean;
  readonly findsIdsWith?: string;
}

/** Makes a tool of its description and the function that answers. */
export function tool<Q extends Query>(
  about: ToolDescription<Q>,
  answer: (query: Q, call: ToolCall) => Promise<ToolAnswer>,
): Tool {
  const { name, title, description, query, otherwise, output } = about;
  const inputSchema = inputSchemaOf(query, otherwise?.without);
  const names = Object.keys(inputSchema.properties ?? {});
  const reader = new ArgumentReader(query, names);
  const other = otherwise && new ArgumentReader(otherwise.query, names);
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema: output,
    quotesReviews: about.quotesReviews ?? false,
    findsIdsWith: about.findsIdsWith ?? '',
    answer: async (args, call) => {
      const reads = other && (args[otherwise.without] ?? '') === '' ? other : reader;
      return answer(reads.read(args), call);
    },
  };
}
