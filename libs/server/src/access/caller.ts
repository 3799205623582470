import { type KeyIdentity, NOBODY } from '@care-atlas/data/keys';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { ListRepresentation, Selection } from '@care-atlas/domain/formats';
import type { FastifyRequest } from 'fastify';
import type { GatewayContext } from './gateway.js';

/** The identified caller of a request, and how much one answer may hold. */
export interface Caller extends KeyIdentity {
  readonly sizes: AnswerSizes;
  /** With a gateway key: what the gateway says about the request. */
  readonly gateway?: GatewayContext;
}

/** A request whose key has been identified. */
export interface CallerRequest extends FastifyRequest {
  caller: Caller;
  /** The dataset version that was current when the request was counted. */
  datasetVersion?: string;
  /** What the entity tag of the answer depends on besides the answer, if the answer can be revalidated. */
  tagSeed?: string;
  /** The entity tag of the answer, if the client names tags. */
  etag?: string;
  /** For one page of a list: the parameters that links to other pages repeat. */
  filters?: string;
  /** Whether the answer is a list, whose form depends on `Accept`. */
  isList?: boolean;
  /** Whether the feed of changes continues the answer, which names its cursor. */
  isContinued?: boolean;
  /** For a list in another form than JSON. */
  representation?: ListRepresentation;
  /** The members that the client selects. */
  selection?: Selection;
}

/** A request that the guards have not admitted yet. */
export interface IncomingRequest
  extends
    FastifyRequest,
    Partial<
      Pick<
        CallerRequest,
        | 'caller'
        | 'datasetVersion'
        | 'tagSeed'
        | 'etag'
        | 'filters'
        | 'isList'
        | 'isContinued'
        | 'representation'
        | 'selection'
      >
    > {
  /** The revoked key that a rejected request carried. */
  revokedKeyId?: string;
}

/** Returns the key that the use of an interface is counted under. */
export function countedKey({ caller, revokedKeyId }: IncomingRequest): string {
  return caller?.id ?? revokedKeyId ?? NOBODY;
}
