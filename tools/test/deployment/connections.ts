/**
 * Connections of a serving process to the database beside its pool: one that follows datasets, one that loads a dataset,
 * and one that probes for a pooler while it starts. tools/test/connections.spec.ts counts them.
 */
export const CONNECTIONS_BESIDE_POOL = 3;

/** Connections that PostgreSQL keeps for superusers (superuser_reserved_connections). */
const RESERVED = 3;
/** Of an import, the worker of uploads, a backup, a migration and an operator's command at the same time. */
const COMMANDS = { import: 3, uploads: 4, backup: 2, migration: 2, operator: 2 };

/** All connections of an installation that are not of serving processes. */
export const OTHER_CONNECTIONS = RESERVED + Object.values(COMMANDS).reduce((sum, count) => sum + count, 0);
