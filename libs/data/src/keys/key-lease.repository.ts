import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { recordEvent, type Actor } from '../administration/audit-event.js';
import type { Database } from '../connection/database.js';
import { KeyInstanceEntity, KeyLeaseEntity } from '../entities/access/key-lease.entity.js';
import type { Renewal, RenewalAnswer } from './key-lease.js';

/** The channel on which the database says that keys changed. */
const CHANNEL = 'key_change';
/** An arbitrary number, which libs/data/schema/keys.sql repeats. */
const LOCK = 7_305_011_904;

/** A renewal's answer, and what a process does for others. */
export interface RenewedLease extends RenewalAnswer {
  /** The counters of the other processes on the list, by id. */
  readonly others: Readonly<Record<string, number>>;
  /** Whether a withdrawal was abandoned. */
  readonly abandoned: boolean;
}

/** A process whose row a crash of the server lost would hold a lease that nobody waits for. */
const DURABLE = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;
const ABANDONED = `created_at < now() - interval '1 minute'`;

// One statement, so one snapshot. A restored database has another history: its timeline or the ids of its tables differ.
const RENEW = `with server as (
    select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database()), 'key_lease'::regclass::oid) as history
    from pg_control_system()
  ), renewed as (
    update key_instance set renewals = renewals + 1,
      acked_epoch = case when history = $2 and $3::bigint <= (select epoch from key_lease) then $3::bigint end
    from server where id = $1 returning id
  )
  select history, enabled, epoch::float8 as epoch, pruned::float8 as pruned,
    exists (select from renewed) as listed,
    exists (select from key_withdrawal where ${ABANDONED}) as abandoned,
    array(select encode(hash, 'hex') from key_change where key_change.epoch > $3::bigint) as changed,
    coalesce((select json_object_agg(encode(hash, 'hex'),
        json_build_object('id', id, 'kind', kind, 'tier', tier, 'prefix', prefix, 'rateLimit', rate_limit,
          'expiresAt', 1000 * extract(epoch from expires_at)))
      from api_key where hash = any($4::bytea[]) and revoked_at is null
        and not exists (select from key_withdrawal where key_id = api_key.id)), '{}') as admitted,
    coalesce((select json_object_agg(id, renewals) from key_instance where id <> $1), '{}') as others
  from server, key_lease`;

/** A session that renews the lease of one process, and hears of changes. It is one of the pool, which knows the primary. */
export class KeyLeaseSession {
  private constructor(
    private readonly client: PoolClient,
    private readonly onChange: () => void,
  ) {
    client.on('notification', onChange);
  }

  /** @throws when the database is unavailable */
  static async open({ pool }: Pick<Database, 'pool'>, onChange: () => void): Promise<KeyLeaseSession> {
    const session = new KeyLeaseSession(await pool.connect(), onChange);
    try {
      await session.client.query(`listen ${CHANNEL}; ${DURABLE}`);
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  /** Puts a process on the list, before it may remember anything. Returns its id. */
  async enlist(): Promise<string> {
    const id = randomUUID();
    await this.client.query('insert into key_instance (id) values ($1)', [id]);
    return id;
  }

  async renew(id: string, { history, applied, wanted }: Renewal): Promise<RenewedLease> {
    const hashes = wanted.map((hash) => Buffer.from(hash, 'hex'));
    const values = [id, history ?? null, applied ?? null, hashes];
    return (await this.client.query<RenewedLease>({ name: 'key-lease', text: RENEW, values })).rows[0]!;
  }

  /** Takes a process off the list, which holds no lease any more. */
  async leave(id: string): Promise<void> {
    await this.client.query('delete from key_instance where id = $1', [id]);
  }

  /** Lets the keys of abandoned withdrawals be remembered again. Who withdrew them can no longer end them. */
  async removeAbandoned(): Promise<void> {
    await this.client.query(
      `begin; select pg_advisory_xact_lock(${LOCK}); delete from key_withdrawal where ${ABANDONED}; commit`,
    );
  }

  /** Ends the session: the next one may reach another server. */
  close(): void {
    this.client.off('notification', this.onChange);
    this.client.release(true);
  }
}

/** Waits until no other transaction changes keys, and keeps others out until this one ends. */
export async function lockKeyChanges(transaction: EntityManager): Promise<void> {
  await transaction.query(`select pg_advisory_xact_lock(${LOCK})`);
}

/** Whether processes may remember keys, and whether any does. */
export class KeyLeaseRepository {
  constructor(private readonly manager: EntityManager) {}

  async isEnabled(): Promise<boolean> {
    return this.manager.existsBy(KeyLeaseEntity, { enabled: true });
  }

  /** Whether no process can hold a lease, as long as the transaction keeps `lockKeyChanges`. */
  async isQuiet(): Promise<boolean> {
    return !(await this.isEnabled()) && !(await this.manager.exists(KeyInstanceEntity));
  }

  /** The number of processes that may remember keys. */
  instances(): Promise<number> {
    return this.manager.count(KeyInstanceEntity);
  }

  /** Returns the counters of all processes on the list, by id. */
  async renewals(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.manager.find(KeyInstanceEntity);
    return Object.fromEntries(rows.map(({ id, renewals }) => [id, renewals]));
  }

  /** Takes a process off the list that stood still, if it still does. */
  async strike(id: string, renewals: number): Promise<void> {
    await this.manager.delete(KeyInstanceEntity, { id, renewals });
  }

  /** Returns how many processes may still remember what the change of an epoch made them forget. */
  unacknowledged(epoch: number): Promise<number> {
    return this.manager
      .createQueryBuilder(KeyInstanceEntity, 'instance')
      .where('instance.ackedEpoch is null or instance.ackedEpoch < :epoch', { epoch })
      .getCount();
  }

  /** Lets processes remember keys, or not. Switched off, leases end within a few seconds. */
  async enable(enabled: boolean, actor: Actor): Promise<void> {
    await this.manager.transaction(async (transaction) => {
      await lockKeyChanges(transaction);
      if ((await new KeyLeaseRepository(transaction).isEnabled()) === enabled) return;
      await transaction.update(KeyLeaseEntity, { single: true }, { enabled });
      await recordEvent(transaction, { ...actor, action: 'key-lease-switched', details: { enabled } });
    });
  }
}
