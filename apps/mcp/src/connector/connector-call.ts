import type { ToolCall } from '../tools/tool.js';

/** The context of one request. */
export interface ConnectorCall extends ToolCall {
  /** Quoted in error messages, for support requests. */
  readonly requestId: string;
  /** Seconds to wait, if the caller has reached its rate limit. */
  readonly waitSeconds?: number;
  /** Records the outcome of an operation, with the HTTP status that REST would have answered. */
  readonly recordOutcome?: (operation: string, status: number) => void;
}

/** The part of the context that differs between requests. The directory is the same for all. */
export type CallerContext = Omit<ConnectorCall, 'directory'>;
