import { methodRank } from '@care-atlas/domain/fusion';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { sourceMethod } from '../../directory/loading/evidence-row.js';
import { DOCTOR_TABLE } from '../apply/doctor-table.js';
import { storedValues, type Values } from '../apply/record-store.js';
import { sqlText } from '../records/receive-rows.js';
import { STORED_RECORD, type StoredRecord } from '../records/stored-record.js';

/** What the best source says of a touched doctor. */
export interface TouchedDoctor extends StoredRecord {
  readonly inExtract: boolean;
  readonly stored: Values | null;
  /** What the sources said of the fields that corrections change, if the end is among them. */
  readonly corrected: Values | null;
}

/**
 * Returns SQL for what the best source says of each touched doctor, in the order of their numbers. Only the join is sorted: what is
 * stored becomes JSON one batch at a time, while the doctors before it are computed.
 * @param ranks of the sources: the lowest is the best
 */
export const touchedDoctors = (ranks: readonly (readonly [source: string, rank: number])[]) => `
  select "inExtract", source, key, fields, said, "firstListed", "extractedAt", "endedAt", "confirmedAt", forgotten, corrected,
    case when stored.registration_number is not null then ${storedValues(DOCTOR_TABLE)} end as stored
  from (
    select distinct on (length(record.key), record.key) in_extract as "inExtract", ${STORED_RECORD},
      doctor as stored_row, corrected.source as corrected
    from touched_doctor join source_record record using (key)
      join (values ${ranks.map(([name, rank]) => `('${sqlText(name)}', ${rank})`).join(', ')}) ranked (name, rank)
        on name = record.source
      left join doctor on registration_number = record.key
      left join corrected_record corrected on corrected.record = 'doctor' and corrected.key = record.key
        and corrected.source ? 'expiredAt'
    where kind = 'doctor'
    order by length(record.key), record.key, forgotten, rank, record.extracted_at desc, record.source collate "C"
  ) said cross join lateral (select (stored_row).*) stored`;

/** Returns the precedence of the sources of the touched doctors. */
export async function ranksOfSources(client: ClientBase): Promise<readonly (readonly [string, number])[]> {
  const { rows } = await client.query<{ name: string; method: EvidenceMethod | null }>(
    `select distinct record.source as name, method
    from touched_doctor join source_record record using (key) left join source on source.name = record.source
    where kind = 'doctor'`,
  );
  return rows.map(({ name, method }) => [name, methodRank(sourceMethod(name, method))]);
}

/** Touches the doctors at the addresses of touched clinics: they may practice at another clinic there now. */
export async function touchDoctorsBeside(client: ClientBase): Promise<void> {
  await client.query(
    `with touched as materialized (
      select address_key, place_key from source_record join touched_clinic using (key)
      where kind = 'clinic' and fields ->> 'origin' <> 'register'
    ), place as materialized (
      select id as place from clinic where address_key in (select address_key from touched)
      union select id from clinic where place_key in (select place_key from touched)
    )
    insert into touched_doctor select registration_number from doctor join place on place = primary_clinic_id
      union select registration_number from additional_location join place on place = clinic_id
    on conflict do nothing`,
  );
}
