import { Count } from '../../schema/query-field.js';
import type { Message } from '../../messages/index.js';
import type { Interpretation } from '../answers/interpretation.js';

/** The parameters of a read operation, written as an object or read from raw parameters by `QueryReader`. */
export class Query {
  /** Warnings about unknown parameters, to be returned in the answer. */
  readonly warnings?: readonly Message[];
  /** What was read as something else, to be returned in the answer. Added when the query is interpreted. */
  readonly interpreted?: readonly Interpretation[];
  /** The ids that the directory does not list, to be returned in the answer. Added when the query is interpreted. */
  readonly missing?: readonly string[];
}

/** The page of a list. */
export class PageQuery extends Query {
  @Count({
    description:
      'Page size. Default 25, maximum 100: a larger value is capped. With a sandbox key, the maximum is 10.',
    default: 25,
    example: 25,
    forModels: 'Rows, at most 100; 10 with a sandbox key.',
  })
  limit?: number;
  @Count({
    description: 'Zero-based offset of the first item.',
    default: 0,
    example: 0,
    forModels: 'nextOffset of the previous answer.',
  })
  offset?: number;
}
