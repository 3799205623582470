/** The codes with which the service refuses, and two for when there is no answer of its own. */
export type ErrorCode =
  | 'missing_param'
  | 'unauthorized'
  | 'forbidden'
  | 'not_rotatable'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  /** No connection, or no answer in time. */
  | 'unreachable'
  /** An answer, but not one of this service: a proxy in between, or a wrong address. */
  | 'unexpected';

/** What is known of a refusal. */
export interface Refusal {
  readonly code: ErrorCode;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Quote it when you ask for help. */
  readonly requestId?: string;
  /** The first parameter that was refused. */
  readonly param?: string;
  /** Everything that was refused. */
  readonly details?: readonly { readonly param: string; readonly message: string }[];
  /** Seconds after which it makes sense to ask again. */
  readonly retryAfter?: number;
}

/** Thrown for every answer that is not a success. Its message is a sentence for a person. */
export class CareAtlasError extends Error implements Refusal {
  override readonly name = 'CareAtlasError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId?: string;
  readonly param?: string;
  readonly details?: readonly { readonly param: string; readonly message: string }[];
  readonly retryAfter?: number;

  constructor(message: string, refusal: Refusal, options?: ErrorOptions) {
    super(message, options);
    this.code = refusal.code;
    this.status = refusal.status;
    this.requestId = refusal.requestId;
    this.param = refusal.param;
    this.details = refusal.details;
    this.retryAfter = refusal.retryAfter;
  }
}

/** Reads the error body of an answer. */
export async function refusalOf(answer: Response): Promise<CareAtlasError> {
  const retryAfter = secondsOf(answer.headers.get('retry-after'));
  const body = (await answer.json().catch(() => undefined)) as
    | (Refusal & { readonly error?: ErrorCode; readonly message?: string })
    | undefined;
  const { status } = answer;
  if (typeof body?.error !== 'string' || typeof body.message !== 'string') {
    const message = `The answer (${status}) is not one of Care Atlas: is the address right?`;
    return new CareAtlasError(message, { code: 'unexpected', status, retryAfter });
  }
  const { error: code, message, requestId, param, details } = body;
  return new CareAtlasError(message, { code, status, requestId, param, details, retryAfter });
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
