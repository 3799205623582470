import type { EntityManager } from 'typeorm';

/**
 * A database, or the `EntityManager` of one transaction on it. Repositories that are created with the same manager
 * commit together.
 */
export type DatabaseScope = Pick<EntityManager, 'getRepository' | 'query'>;
