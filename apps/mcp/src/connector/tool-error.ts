import type { CallToolResult } from '@modelcontextprotocol/server';
import { DirectoryError, type ErrorCode } from '@care-atlas/domain/contract';
import type { Tool } from '../tools/tool.js';
import { limitMessage, LimitReached } from '../directory/limit-reached.js';

/** The result of a tool call that failed, and the code of the failure. */
export interface ToolError {
  readonly code: ErrorCode;
  readonly result: CallToolResult;
}

/** Where programs find the code and the seconds to wait: an error result has no structured form. */
const ERROR_META = 'care-atlas/fault';

/**
 * Returns the result for an error that a tool threw. It tells the model what is wrong, what is accepted and how to
 * continue. The message of an unexpected exception may contain anything, so it is never passed on.
 * @param report logs an unexpected error and returns the message for the caller
 */
export function toolError(error: unknown, tool: Tool, report: () => string): ToolError {
  if (error instanceof LimitReached) {
    const { code, waitSeconds } = error;
    return errorResult(code, limitMessage(waitSeconds), { retry_after_seconds: waitSeconds });
  }
  if (!(error instanceof DirectoryError)) return errorResult('internal', report());
  return errorResult(error.code, messageOf(error, tool));
}

/** Returns the message for an unexpected error. */
export function internalErrorMessage(requestId: string | undefined): string {
  return `Something went wrong on our side. Quote the request id ${requestId} if you report it.`;
}

function messageOf({ code, message, details = [] }: DirectoryError, { idLookupTool }: Tool): string {
  if (code === 'not_found' && idLookupTool) return `${message} Find one with ${idLookupTool}.`;
  return details.length > 0 ? details.map((detail) => detail.message).join('\n') : message;
}

function errorResult(code: ErrorCode, text: string, more: Record<string, unknown> = {}): ToolError {
  const meta = { [ERROR_META]: { code, ...more } };
  return { code, result: { isError: true, content: [{ type: 'text', text }], _meta: meta } };
}
