import type { KeyIdentity } from '@care-atlas/data/keys';
import type { AnswerSizes } from '@care-atlas/domain/access';
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
  /** The entity tag of the answer, if it can be revalidated. */
  etag?: string;
  /** For one page of a list: the parameters that links to other pages repeat. */
  filters?: string;
}

/** A request that the guards have not admitted yet. */
export type IncomingRequest = FastifyRequest & Partial<Pick<CallerRequest, 'caller' | 'etag' | 'filters'>>;
