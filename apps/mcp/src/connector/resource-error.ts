import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import { limitMessage, LimitReached } from '../directory/limit-reached.js';

/** From the range that JSON-RPC reserves for servers: the caller has reached its rate limit. */
const RATE_LIMITED = -32_010;

/** The protocol error of a failed read, and the HTTP status that usage counts it under. */
export interface ResourceError {
  readonly status: number;
  readonly error: ProtocolError;
}

/**
 * Returns the protocol error for an error that reading a resource threw.
 * @param report logs an unexpected error and returns the message for the caller
 */
export function resourceError(error: unknown, uri: string, report: () => string): ResourceError {
  if (error instanceof ProtocolError) return { status: 404, error };
  if (error instanceof LimitReached) return limitError(error.waitSeconds);
  if (!(error instanceof DirectoryError)) return internalError(report());
  if (error.code === 'not_found') return { status: 404, error: new ResourceNotFoundError(uri) };
  return internalError(error.message);
}

function internalError(message: string): ResourceError {
  return { status: 500, error: new ProtocolError(ProtocolErrorCode.InternalError, message) };
}

function limitError(waitSeconds: number): ResourceError {
  const data = { retry_after_seconds: waitSeconds };
  return { status: 429, error: new ProtocolError(RATE_LIMITED, limitMessage(waitSeconds), data) };
}
