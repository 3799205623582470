import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { KeyLeaseEntity, KeyWithdrawalEntity } from '../entities/access/key-lease.entity.js';
import { isWithdrawn } from './key-lease.js';
import { KeyLeaseRepository, lockKeyChanges } from './key-lease.repository.js';

const FIRST_PAUSE_MS = 5;
const LAST_PAUSE_MS = 100;
/** A key is withdrawn again when it was rotated meanwhile. */
const ATTEMPTS = 5;

/** How a key is ended. */
export interface KeyEnding<Result> {
  /** Returns the id of the active key; undefined if there is none. What it depends on must stay until the transaction ends. */
  readonly find: (transaction: EntityManager) => Promise<string | undefined>;
  /** Ends that key, and commits last. */
  readonly end: (transaction: EntityManager) => Promise<Result>;
  /** Returns what was committed, if it was, when nobody knows. */
  readonly recover?: (transaction: EntityManager) => Promise<Result | undefined>;
}

/** A step of the protocol that lost its right to continue: the caller may try again, as after a conflict. */
class LostWithdrawalError extends Error {
  /** SQLSTATE of a transaction that conflicts with another. */
  readonly code = '40001';
}

/**
 * Ends a key so that no process accepts it from the commit on: first withdraws it from every memory, and waits for it, at
 * most 3.2 s. No transaction is open meanwhile. If anything fails before the last commit, the key goes on working.
 * @throws within a transaction, which could not commit the withdrawal
 */
export async function endKey<Result>(manager: EntityManager, ending: KeyEnding<Result>): Promise<Result> {
  if (manager.queryRunner?.isTransactionActive) throw new Error('A key is ended in transactions of its own.');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const begun = await begin(manager, ending);
    if ('result' in begun) return begun.result;
    await untilWithdrawn(manager, begun);
    const ended = await finish(manager, ending, begun);
    if (ended) return ended.result;
  }
  throw new LostWithdrawalError('The key was replaced again and again while it was withdrawn.');
}

interface Withdrawal {
  readonly id: string;
  readonly keyId: string;
  readonly epoch: number;
  /** When its commit was answered, monotonic milliseconds. */
  readonly since: number;
}

/** Withdraws the key. Where no process can remember it, or there is none, ends it at once. */
async function begin<Result>(
  manager: EntityManager,
  ending: KeyEnding<Result>,
): Promise<{ readonly result: Result } | Withdrawal> {
  type Begun = { readonly result: Result } | Omit<Withdrawal, 'since'>;
  const begun = await transact(manager, ending, async (transaction): Promise<Begun> => {
    const keyId = await ending.find(transaction);
    if (keyId === undefined || (await new KeyLeaseRepository(transaction).isQuiet())) {
      return { result: await ending.end(transaction) };
    }
    // Not by its entity, which would name columns that a role may not set.
    const text = 'insert into key_withdrawal (key_id) values ($1) returning id';
    const [withdrawal] = await transaction.query<{ id: string }[]>(text, [keyId]);
    const { epoch } = await transaction.findOneByOrFail(KeyLeaseEntity, { single: true });
    return { id: withdrawal!.id, keyId, epoch };
  });
  return 'result' in begun ? begun : { ...begun, since: performance.now() };
}

async function untilWithdrawn(manager: EntityManager, { epoch, since }: Withdrawal): Promise<void> {
  const leases = new KeyLeaseRepository(manager);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
    if (isWithdrawn(await leases.unacknowledged(epoch), performance.now() - since)) return;
    await sleep(pause);
  }
}

/** Ends the key, if it is still withdrawn. Returns undefined if another key is active now. */
function finish<Result>(
  manager: EntityManager,
  ending: KeyEnding<Result>,
  { id, keyId }: Withdrawal,
): Promise<{ readonly result: Result } | undefined> {
  return transact(manager, ending, async (transaction) => {
    const found = await ending.find(transaction);
    if (found !== undefined && found !== keyId) return undefined;
    // Under the lock, one that is there was there all the time.
    if (found === keyId && !(await transaction.existsBy(KeyWithdrawalEntity, { id }))) {
      throw new LostWithdrawalError('The withdrawal of the key took too long.');
    }
    const result = await ending.end(transaction);
    await transaction.delete(KeyWithdrawalEntity, { keyId });
    return { result };
  });
}

/** Runs a transaction that no other change of keys overlaps. If its outcome is unknown, finds out. */
async function transact<Result, Step>(
  manager: EntityManager,
  { recover }: KeyEnding<Result>,
  work: (transaction: EntityManager) => Promise<Step>,
): Promise<Step | { readonly result: Result }> {
  let isCommitting = false;
  try {
    return await manager.transaction(async (transaction) => {
      await lockKeyChanges(transaction);
      const step = await work(transaction);
      isCommitting = true;
      return step;
    });
  } catch (error) {
    if (!isCommitting || !recover) throw error;
    // The lock waits for a transaction that the server has not ended yet.
    const result = await manager
      .transaction(async (transaction) => {
        await lockKeyChanges(transaction);
        return recover(transaction);
      })
      .catch(() => undefined);
    if (result === undefined) throw error;
    return { result };
  }
}
