import type { CallToolResult } from '@modelcontextprotocol/server';
import { DirectoryError, type ErrorCode } from '@care-atlas/domain/contract';
import { LimitReached } from './limit-reached.js';
import type { Tool } from '../tools/tool.js';

/** What a tool answers when it cannot, and the code of why. */
export interface Fault {
  readonly code: ErrorCode;
  readonly result: CallToolResult;
}

/** Where programs find the code of a fault and the seconds to wait, since an error has no structured form. */
const FAULT_META = 'care-atlas/fault';

/**
 * What a model is told when a tool could not answer: what was wrong, what is accepted, where to go on. The message
 * of an exception that is not ours never gets there; it may hold anything.
 * @param report tells us of a fault of ours, and gives the sentence that says so
 */
export function toolFault(error: unknown, tool: Tool, report: () => string): Fault {
  if (error instanceof LimitReached) return refusedFor(error.waitSeconds);
  if (!(error instanceof DirectoryError)) return fault('internal', report());
  if (error.code === 'missing_param') return fault(error.code, faultsOf(error));
  if (error.code === 'not_found' && tool.findsIdsWith) {
    return fault(error.code, `${error.message} Find one with ${tool.findsIdsWith}.`);
  }
  return fault(error.code, error.message);
}

/** The limit of the key is reached; the answer says for how long. */
export function refusedFor(seconds: number): Fault {
  const text = `The limit of requests per minute is reached. Wait ${seconds} seconds, then ask again.`;
  return fault('rate_limited', text, { retry_after_seconds: seconds });
}

function fault(code: ErrorCode, text: string, more: Record<string, unknown> = {}): Fault {
  const result: CallToolResult = {
    isError: true,
    content: [{ type: 'text', text }],
    _meta: { [FAULT_META]: { code, ...more } },
  };
  return { code, result };
}

function faultsOf({ message, details = [] }: DirectoryError): string {
  return details.length > 0 ? details.map((detail) => detail.message).join('\n') : message;
}
