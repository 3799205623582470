import type { KeyIdentity } from '@care-atlas/data/keys';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { GatewayPassage } from './gateway.js';
import type { FastifyRequest } from 'fastify';

/** Who is calling, and how much they may ask for. */
export interface Caller extends KeyIdentity {
  readonly sizes: AnswerSizes;
  /** With a gateway key: what the gateway says of the request. */
  readonly passage?: GatewayPassage;
}

/** A request whose key has been recognised. */
export interface CallerRequest extends FastifyRequest {
  caller: Caller;
  /** What its answer will be tagged with, if it is one that can be revalidated. */
  etag?: string;
  /** Where the answer is one page of a list: the parameters that links to other pages repeat. */
  filters?: string;
}

/** A request on its way through the guards. */
export type IncomingRequest = FastifyRequest & Partial<Pick<CallerRequest, 'caller' | 'etag' | 'filters'>>;
