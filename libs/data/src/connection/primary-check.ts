import type { ClientBase } from 'pg';
import { UnusableServerError } from './database-errors.js';

/** The server of a connection, as it describes itself. */
export interface ServerState {
  /** The process of the session: not that of `client.processID` behind a pooler. */
  readonly pid: number;
  readonly recovering: boolean;
  /** The cluster: a primary and its standbys have the same. */
  readonly cluster: string;
  /** Hexadecimal; it grows with each promotion. Null while the server is in recovery. */
  readonly timeline: string | null;
}

/** The columns of `ServerState`. None of these functions needs more than the right to connect. */
export const SERVER_STATE = `pg_backend_pid() as pid, pg_is_in_recovery() as recovering,
  (select system_identifier::text from pg_control_system()) as cluster,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/**
 * Admits connections to the newest primary of each cluster that it has seen. Others may not know that a key was
 * revoked: a standby lags behind, and an old primary that is still alive after a failover learns nothing anymore.
 */
export class PrimaryCheck {
  /** The newest timeline of each cluster. */
  readonly #newest = new Map<string, number>();
  /** The open connections. */
  readonly #admitted = new Map<ClientBase, { readonly cluster: string; readonly timeline: number }>();

  /**
   * Admits a new connection, and closes those to a server that it succeeds.
   * @throws UnusableServerError
   */
  admit(client: ClientBase, { recovering, cluster, timeline: name }: ServerState): void {
    if (recovering || name === null) {
      throw new UnusableServerError(
        'The server is in recovery, as a standby is, and may not know revoked keys: DATABASE_URL must name the primary.',
      );
    }
    const timeline = Number.parseInt(name, 16);
    const newest = this.#newest.get(cluster) ?? 0;
    if (timeline < newest) {
      throw new UnusableServerError(
        `The server is an old primary, on timeline ${timeline} while ${newest} was seen: DATABASE_URL must name the new one.`,
      );
    }
    this.#newest.set(cluster, timeline);
    this.#admitted.set(client, { cluster, timeline });
    client.once('end', () => this.#admitted.delete(client));
    if (timeline === newest) return;
    for (const [other, server] of this.#admitted) {
      // Destroyed rather than ended, so that the pool and the query under way notice.
      if (server.cluster === cluster && server.timeline < timeline) streamOf(other).destroy();
    }
  }
}

/** Returns the socket of a client, which the driver types for `Client` only. */
function streamOf(client: ClientBase): { destroy(): void } {
  return (client as ClientBase & { readonly connection: { readonly stream: { destroy(): void } } }).connection
    .stream;
}
