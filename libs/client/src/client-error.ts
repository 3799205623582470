import type { ErrorBody, ErrorDetail } from './generated/interface.js';

/** The code of an error: the service's own, or one of two for a request without an answer from the service. */
export type ErrorCode =
  | ErrorBody['error']
  /** No connection, or no answer before the timeout. */
  | 'unreachable'
  /** An answer from something other than Care Atlas, such as a proxy. */
  | 'unexpected';

/** The properties of a CareAtlasError. */
export interface ErrorProperties {
  readonly code: ErrorCode;
  /** The HTTP status, or 0 without an answer. */
  readonly status: number;
  /** Quote it in a support request. */
  readonly requestId?: string;
  /** The first invalid parameter. */
  readonly param?: string;
  /** All invalid parameters. */
  readonly details?: readonly ErrorDetail[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number;
}

/** Thrown for every request that does not succeed. The message is a sentence for people. */
export class CareAtlasError extends Error implements ErrorProperties {
  override readonly name = 'CareAtlasError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId?: string;
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfter?: number;

  constructor(message: string, properties: ErrorProperties, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, properties);
  }
}

/** Returns the error that a response without success stands for. @param address that of the API, for the message */
export async function errorFrom(response: Response, address: string): Promise<CareAtlasError> {
  const { status } = response;
  const retryAfter = parseSeconds(response.headers.get('retry-after'));
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | null | undefined;
  if (typeof body?.error !== 'string' || typeof body.message !== 'string') {
    const message = `The answer (status ${status}) is not from Care Atlas: check the address, ${address}.`;
    return new CareAtlasError(message, { code: 'unexpected', status, retryAfter });
  }
  const { error: code, message, requestId, param, details } = body;
  return new CareAtlasError(message, { code, status, requestId, param, details, retryAfter });
}

function parseSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
