/** Kinds of data that open pages are notified about. */
export const CHANGE_SUBJECTS = ['runs', 'usage', 'keys', 'audit'] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];

/**
 * Server-sent events without data: one within two seconds after the data it names has changed, and `ping` every
 * 15 seconds. The stream ends with the session; a reconnection then receives 401.
 */
export type ChangeEvents = EventStream<ChangeSubject | 'ping'>;

/** Marks the answer of an endpoint that streams server-sent events. */
export interface EventStream<Type extends string> {
  readonly eventTypes: readonly Type[];
}
