import { type DirectoryError, ERROR_CODES, type ErrorCode } from '@care-atlas/domain/contract';
import { Field, growingEnum, RecordList } from '@care-atlas/domain/schema';

/** The HTTP status of each code. `too_large` is also sent as 414 and 431, by the part of the request at fault. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  missing_param: 400,
  unauthorized: 401,
  forbidden: 403,
  not_rotatable: 403,
  not_found: 404,
  method_not_allowed: 405,
  gone: 410,
  too_large: 413,
  unsatisfiable_range: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** One invalid parameter of a request. */
export class ErrorDetail {
  @Field({ type: 'string', description: 'Name of the parameter.' })
  readonly param: string;

  @Field({ type: 'string', description: 'What is accepted.' })
  readonly message: string;
}

/** The body of every refusal. */
export class ErrorBody {
  @Field(growingEnum('Code, for programs.', ERROR_CODES))
  readonly error: ErrorCode;

  @Field({ type: 'string', description: 'Sentence, for people.' })
  readonly message: string;

  @Field({ type: 'string', description: 'The same as the header X-Request-Id.' })
  readonly requestId: string;

  @Field({ type: 'string', description: 'With 400: the first bad parameter.' }, { optional: true })
  readonly param?: string;

  @RecordList(() => ErrorDetail, 'With 400: all bad parameters.', { optional: true })
  readonly details?: readonly ErrorDetail[];
}

export function errorBody(error: DirectoryError, requestId: string): ErrorBody {
  const { code, message } = error;
  const details = error.details?.map(({ param, message: accepted }) => ({ param, message: accepted }));
  return { error: code, message, requestId, ...(details?.[0] && { param: details[0].param, details }) };
}
