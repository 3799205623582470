/** What answers are made from: a read model in memory, or the database at each request. */
export const ENGINES = ['memory', 'sql'] as const;
export type EngineName = (typeof ENGINES)[number];
