/**
 * GET /api/changes, as Server-Sent Events (EventSource): an event without data of one of these names, whenever what it
 * names has changed, within two seconds; `ping` every 15 seconds means nothing. The stream ends with the session; the
 * next connection is refused with 401 then.
 */
export type ChangeEvent = 'runs' | 'usage' | 'keys' | 'audit' | 'ping';
