import { methodRank, sameValue } from '@care-atlas/domain/fusion';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { sourceMethod } from '../../directory/loading/evidence-row.js';
import { DOCTOR_TABLE, LOGGED_OF_DOCTOR } from '../apply/doctor-table.js';
import { differenceOf, type LoggedChange } from '../apply/record-difference.js';
import {
  addDiffering,
  createDiffering,
  storedValues,
  type Values,
  writeDiffering,
} from '../apply/record-store.js';
import type { DoctorFields } from '../doctors/doctor-form.js';
import { touch } from '../records/touched-records.js';
import { readRecord, STORED_RECORD, type StoredRecord } from '../records/stored-record.js';
import type { SyncContext } from '../run/sync-context.js';
import { copyInto } from '../staging/copy-target.js';
import { copyValue, type CopyValue } from '../staging/copy-text.js';
import { Cursor, inBatches } from '../staging/cursor.js';
import { Vocabulary } from '../staging/vocabulary.js';
import type { ActiveCorrections } from '../corrections/active-corrections.js';
import type { ChangeGuard } from '../apply/change-guard.js';
import { chosenPlaces } from './choose-places.js';
import { computeDoctor, type ComputedDoctor, type Spelling } from './compute-doctor.js';
import { answeringClinics, changeOf, type DifferentDoctor } from './different-doctor.js';

/** What a run did to doctors. */
export interface DoctorCounts {
  readonly created: number;
  /** Without those that their source no longer has. */
  readonly updated: number;
  readonly expired: number;
  readonly unexpired: number;
}

const LISTS = ['specialties', 'languages', 'otherClinics'];
const COMPARED = [...DOCTOR_TABLE.columns, ...LISTS].filter(
  (name) => !['syncedAt', 'extractedAt', 'confirmedAt', 'registrationAsOf'].includes(name),
);

/** What the best source says of a touched doctor. */
interface TouchedDoctor extends StoredRecord {
  readonly inExtract: boolean;
  readonly stored: Values | null;
  /** What the sources said of the fields that corrections change, if the end is among them. */
  readonly corrected: Values | null;
}

/** A computed doctor, with the stored one. */
interface ComparedDoctor extends ComputedDoctor {
  readonly before: Values | undefined;
  readonly inExtract: boolean;
}

/** Computes and writes the touched doctors. */
export class TouchedDoctors {
  readonly #specialties = new Words('specialty');
  readonly #languages = new Words('language');
  /** Whether any doctor is touched. */
  #isAny = false;

  constructor(
    private readonly context: SyncContext,
    private readonly corrections: ActiveCorrections,
  ) {}

  /**
   * Computes them, and touches the clinics that they came to or left. Lists where they practice in the tables
   * computed_doctor and computed_place: that has to be known before clinics are computed. Those that differ from the stored
   * ones wait in tables of their own: a doctor is written after the clinics.
   */
  async compute(): Promise<void> {
    const { client } = this.context;
    await client.query(
      `create temp table computed_doctor (key text, listed boolean, places uuid[]) on commit drop;
      create temp table computed_place (id uuid) on commit drop`,
    );
    this.#isAny = await touchDoctorsBeside(client);
    if (!this.#isAny) return;
    await createDiffering(client, DOCTOR_TABLE);
    await client.query(
      `create temp table different_doctor (key text, missing boolean, change jsonb, former uuid[], present uuid[])
        on commit drop`,
    );
    await rankSources(client);
    const cursor = await Cursor.open<TouchedDoctor>(client, 'touched_doctors', TOUCHED);
    for (let rows = await cursor.next(); rows.length > 0;) {
      const places = await chosenPlaces(client, rows);
      await this.#learn(rows);
      const [{ computed, written, different }, next] = await cursor.during(() =>
        compare(rows.map((row) => this.#compute(row, places))),
      );
      await addDiffering(client, DOCTOR_TABLE, written);
      await copyInto(client, 'different_doctor (key, missing, change, former, present)', different);
      await copyInto(
        client,
        'computed_doctor (key, listed, places)',
        computed.map(({ key, isListed, places: ids }) => [key, isListed, ids]),
      );
      await writeDecisions(client, computed);
      await touch(client, 'clinic', clinicsOf(computed));
      rows = next;
    }
    await client.query(
      `insert into computed_place select distinct unnest(places) from computed_doctor where listed;
      create index on computed_place (id); create unique index on computed_doctor (key);
      analyze computed_place; analyze computed_doctor (key)`,
    );
  }

  /** Writes those that differ from the stored ones, and logs how. */
  async write(guard: ChangeGuard): Promise<DoctorCounts> {
    const { client } = this.context;
    const counts = { created: 0, updated: 0, expired: 0, unexpired: 0 };
    if (this.#isAny) await this.#writeDifferent(guard, counts);
    await client.query('drop table computed_doctor, computed_place');
    return counts;
  }

  async #writeDifferent(guard: ChangeGuard, counts: Record<keyof DoctorCounts, number>): Promise<void> {
    const { client, changes: log } = this.context;
    await writeDiffering(client, DOCTOR_TABLE);
    const different = 'select * from different_doctor order by length(key), key';
    for await (const doctors of inBatches<DifferentDoctor>(client, 'different_doctors', different)) {
      const clinics = await answeringClinics(client, doctors);
      const changes: LoggedChange[] = [];
      for (const doctor of doctors) {
        const change = changeOf(doctor, clinics);
        if (!change) continue;
        changes.push(change);
        guard.add(change, {});
        if (change.change === 'created') counts.created++;
        else if (!doctor.missing) counts.updated++;
        if (change.change === 'expired') counts.expired++;
        if (change.change === 'unexpired') counts.unexpired++;
      }
      await log.addAll(changes);
    }
    await client.query('drop table different_doctor, differing_doctor, doctor_source');
  }

  /** Adds the words that the directory does not have. */
  async #learn(rows: readonly TouchedDoctor[]): Promise<void> {
    const { client } = this.context;
    const wordsOf = (name: string) => rows.flatMap(({ fields }) => fields[name] as readonly string[]);
    await this.#specialties.add(client, wordsOf('specialties'));
    await this.#languages.add(client, wordsOf('languages'));
  }

  #compute(row: TouchedDoctor, places: ReadonlyMap<string, readonly string[]>): ComparedDoctor {
    const before = row.stored ?? undefined;
    const computed = computeDoctor(readRecord<DoctorFields>(row), {
      before: before && { ...before, ...(row.corrected && { expiredAt: row.corrected['expiredAt'] }) },
      corrections: this.corrections.of('doctor', [row.key]),
      specialties: this.#specialties.spelling,
      languages: this.#languages.spelling,
      now: this.context.now,
      places: places.get(row.key)!,
    });
    return { ...computed, before, inExtract: row.inExtract };
  }
}

/** SQL for what the best source says of each touched doctor: see `rankSources`. */
const TOUCHED = `
  select record.*, case when registration_number is not null then ${storedValues(DOCTOR_TABLE)} end as stored,
    corrected.source as corrected
  from (
    select distinct on (length(record.key), record.key) in_extract as "inExtract", ${STORED_RECORD}
    from touched_doctor join source_record record using (key) join doctor_source on name = source
    where kind = 'doctor'
    order by length(record.key), record.key, forgotten, rank, extracted_at desc, source collate "C"
  ) record
  left join doctor stored on registration_number = record.key
  left join corrected_record corrected on corrected.record = 'doctor' and corrected.key = record.key
    and corrected.source ? 'expiredAt'
  order by length(record.key), record.key`;

/** Ranks the sources of the touched doctors, in the table doctor_source: the lowest is the best. */
async function rankSources(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; method: EvidenceMethod | null }>(
    `select distinct record.source as name, method
    from touched_doctor join source_record record using (key) left join source on source.name = record.source
    where kind = 'doctor'`,
  );
  await client.query('create temp table doctor_source (name text, rank integer) on commit drop');
  const ranks = rows.map(({ name, method }) => [name, methodRank(sourceMethod(name, method))]);
  await copyInto(client, 'doctor_source (name, rank)', ranks);
}

/** Compares computed doctors with the stored ones. */
function compare(computed: readonly ComparedDoctor[]): {
  readonly computed: readonly ComparedDoctor[];
  /** Those that differ, by key, as they are written. A list that stays as it is is null. */
  readonly written: ReadonlyMap<string, Values>;
  /** The rows of different_doctor. */
  readonly different: readonly (readonly CopyValue[])[];
} {
  const written = new Map<string, Values>();
  const different: CopyValue[][] = [];
  for (const { key, values, before, inExtract, isMissing } of computed) {
    // Of a record that the extract does not have, nothing was synchronized.
    const syncedAt = inExtract ? values['syncedAt'] : (before?.['syncedAt'] ?? values['syncedAt']);
    const after: Values = { ...values, syncedAt };
    const differs = (name: string) => !sameValue(before?.[name] ?? null, after[name] ?? null);
    if (before && !comparedOf(after).some(differs)) continue;
    const sameLists = LISTS.filter((name) => !differs(name)).map((name) => [name, null]);
    written.set(key, { ...after, ...Object.fromEntries(sameLists) });
    const change = differenceOf('doctor', key, loggedOf(after, isMissing), before, after);
    const [former, present] = [idsOf(before), idsOf(after)];
    const moved = before !== undefined && !sameValue(former, present);
    if (change || moved)
      different.push([key, isMissing, copyValue(change), ...(moved ? [former, present] : [null, null])]);
  }
  return { computed, written, different };
}

/**
 * Touches the doctors at the addresses of touched clinics: they may practice at another clinic there now.
 * @returns whether any doctor is touched then
 */
async function touchDoctorsBeside(client: ClientBase): Promise<boolean> {
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
  const { rows } = await client.query('select from touched_doctor limit 1');
  return rows.length > 0;
}

/** Returns what is compared: a register confirms what it repeats; another source says when it was confirmed. */
function comparedOf(values: Values): readonly string[] {
  return values['practiceStart'] === null ? [...COMPARED, 'confirmedAt', 'registrationAsOf'] : COMPARED;
}

function loggedOf(values: Values, isMissing: boolean): readonly string[] {
  return [
    ...LOGGED_OF_DOCTOR,
    ...(isMissing ? ['expiredAt'] : []),
    ...(values['practiceStart'] === null ? ['confirmedAt'] : []),
  ];
}

/** The words of a vocabulary, as the directory spells them. */
class Words {
  readonly #vocabulary: Vocabulary;
  readonly #names = new Map<string, string>();

  constructor(private readonly table: 'specialty' | 'language') {
    this.#vocabulary = new Vocabulary(table);
  }

  readonly spelling: Spelling = (words) =>
    this.#vocabulary.foldAll(words).map((folded) => this.#names.get(folded)!);

  /** Adds the words that the directory does not have. */
  async add(client: ClientBase, words: readonly string[]): Promise<void> {
    const folded = this.#vocabulary.foldAll(words).filter((word) => !this.#names.has(word));
    if (folded.length === 0) return;
    await this.#vocabulary.store(client);
    const { rows } = await client.query<{ folded: string; name: string }>(
      `select folded_name as folded, name from ${this.table} where folded_name = any ($1::text[])`,
      [folded],
    );
    for (const row of rows) this.#names.set(row.folded, row.name);
  }
}

/** Returns the clinics of the doctors who came to one or left it: of who stays, a clinic is listed as before. */
function clinicsOf(computed: readonly ComparedDoctor[]): readonly string[] {
  return computed.flatMap(({ before, places, isListed }) => {
    const former = idsOf(before);
    const stays = (before?.['expiredAt'] === null) === isListed && sameValue(former, places);
    return stays ? [] : [...places, ...former];
  });
}

/** Returns the ids of the clinics of a stored doctor, the primary one first. */
function idsOf(values: Values | undefined): readonly string[] {
  if (!values) return [];
  return [values['primaryClinicId'] as string, ...(values['otherClinics'] as readonly string[])];
}

async function writeDecisions(client: ClientBase, computed: readonly ComputedDoctor[]): Promise<void> {
  const decided = computed.filter(({ source }) => source !== null);
  await client.query(
    `with decided as (
      select * from jsonb_to_recordset($1) decided (key text, source jsonb, "isHidden" boolean)
    ), kept as (
      insert into corrected_record (record, key, source, hidden) select 'doctor', key, source, "isHidden" from decided
      on conflict (record, key) do update set source = excluded.source, hidden = excluded.hidden
    )
    delete from corrected_record where record = 'doctor' and key = any ($2::text[]) and key not in (select key from decided)`,
    [
      JSON.stringify(decided.map(({ key, source, isHidden }) => ({ key, source, isHidden }))),
      computed.map(({ key }) => key),
    ],
  );
}
