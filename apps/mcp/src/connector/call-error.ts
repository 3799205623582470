import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { DirectoryError } from '@care-atlas/domain/contract';
import { ConnectorError, LimitReached } from '../directory/directory-reader.js';
import { sentence } from '../texts/sentence.js';
import type { Texts } from '../texts/texts.js';
import type { Tool } from '../tools/declaration/tool.js';

/** Where programs find the code and the seconds to wait: an error result has no structured form. */
const ERROR_META = 'care-atlas/fault';
/** Where the card finds the messages of a result, which it writes in the language of its host. */
export const MESSAGES = 'care-atlas/messages';
/** From the range that JSON-RPC reserves for servers: the caller has reached its rate limit. */
const RATE_LIMITED = -32_010;

/**
 * Returns the result of a failed tool call. It tells the model what is wrong, what is accepted and how to continue.
 * @param showsCards whether the host shows cards, which write the message in their own language
 */
export function toolErrorResult(
  error: DirectoryError,
  { idLookupTool }: Tool,
  texts: Texts,
  showsCards = false,
): CallToolResult {
  const { code, said, details = [] } = error;
  const about = error instanceof ConnectorError ? error.about : said;
  const advice = code === 'not_found' && idLookupTool ? ` ${texts.answers.findWith(idLookupTool)}` : '';
  const text =
    details.length > 0 ? details.map(({ message }) => message).join('\n') : sentence(about, texts) + advice;
  const isMessage = details.length === 0 && advice === '';
  return {
    isError: true,
    content: [{ type: 'text', text }],
    _meta: {
      [ERROR_META]: { code, ...waitOf(error) },
      ...(showsCards && isMessage && { [MESSAGES]: [about] }),
    },
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
