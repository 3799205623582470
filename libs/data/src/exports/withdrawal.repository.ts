import type { DataSource } from 'typeorm';
import { type CorrectedRecordKind } from '@care-atlas/domain/records';

/** A record that corrections hide. */
export interface HiddenRecord {
  readonly record: CorrectedRecordKind;
  /** The registration number of a doctor, or the id of a clinic. */
  readonly key: string;
}

/** What exports must no longer show. */
export interface Withdrawals {
  readonly hidden: readonly HiddenRecord[];
  /** The number of the first dataset version after a sample that real data replaced; 0 if there was none. */
  readonly realFrom: number;
}

const WITHDRAWALS = `select real_from as "realFrom", (
    select coalesce(json_agg(json_build_object('record', record, 'key', key)), '[]') from corrected_record where hidden
  ) as hidden from change_feed`;

/** Reads what exports must no longer show: as committed now. @param query returns the rows of a statement */
export async function currentWithdrawals(
  query: (sql: string) => Promise<readonly unknown[]>,
): Promise<Withdrawals> {
  const [row] = await query(WITHDRAWALS);
  const { realFrom, hidden } = row as { realFrom: string; hidden: readonly HiddenRecord[] };
  return { realFrom: Number(realFrom), hidden };
}

/** Reads it on whichever instance. */
export class WithdrawalRepository {
  constructor(private readonly database: DataSource) {}

  current(): Promise<Withdrawals> {
    return currentWithdrawals((sql) => this.database.query(sql));
  }
}
