import type { ToolCall } from '../tools/tool.js';

/** One request, as far as its answer depends on who sent it. */
export interface ConnectorCall extends ToolCall {
  /** What a person may quote when something went wrong. */
  readonly requestId: string;
  /** Seconds to wait when the limit of the key is reached. */
  readonly waitSeconds?: number;
  /** Told how what was asked ended, by its name and the HTTP status that the same would have had at the other door. */
  readonly counted?: (operation: string, status: number) => void;
}

/** What each request brings; the directory is the same for all. */
export type CallerFacts = Omit<ConnectorCall, 'directory'>;
