import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import { LimitReached } from '../directory/directory-reader.js';
import type { Texts } from '../texts/texts.js';
import type { Tool } from '../tools/declaration/tool.js';

/** Where programs find the code and the seconds to wait: an error result has no structured form. */
const ERROR_META = 'care-atlas/fault';
/** From the range that JSON-RPC reserves for servers: the caller has reached its rate limit. */
const RATE_LIMITED = -32_010;

/** Returns the message for an unexpected error. */
export function internalErrorMessage(requestId: string | undefined): string {
  return `Something went wrong on our side. Quote the request id ${requestId} if you report it.`;
}

/** Returns the result of a failed tool call. It tells the model what is wrong, what is accepted and how to continue. */
export function toolErrorResult(
  error: DirectoryError,
  { idLookupTool }: Tool,
  { answers, sentence }: Texts,
): CallToolResult {
  const { code, message, details = [] } = error;
  const lines = details.length > 0 ? details.map((detail) => detail.message) : [message];
  const advice = code === 'not_found' && idLookupTool ? ` ${answers.findWith(idLookupTool)}` : '';
  return {
    isError: true,
    content: [{ type: 'text', text: lines.map(sentence).join('\n') + advice }],
    _meta: { [ERROR_META]: { code, ...waitOf(error) } },
  };
}

/** Returns the protocol error of a failed read of a resource, and the HTTP status that usage counts it under. */
export function resourceError(error: DirectoryError, uri: string): { status: number; error: ProtocolError } {
  const { code, message } = error;
  if (code === 'not_found') return { status: 404, error: new ResourceNotFoundError(uri) };
  if (error instanceof LimitReached) {
    return { status: 429, error: new ProtocolError(RATE_LIMITED, message, waitOf(error)) };
  }
  return { status: 500, error: new ProtocolError(ProtocolErrorCode.InternalError, message) };
}

function waitOf(error: DirectoryError) {
  return error instanceof LimitReached ? { retry_after_seconds: error.waitSeconds } : {};
}
