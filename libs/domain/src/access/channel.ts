/** Where requests come from: programs that use the HTTP interface, assistants, and the form on the portal. */
export const CHANNELS = ['rest', 'connector', 'portal'] as const;
export type Channel = (typeof CHANNELS)[number];
