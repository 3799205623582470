import { sameValue } from '@care-atlas/domain/fusion';
import { DOCTOR_TABLE, LOGGED_OF_DOCTOR } from '../apply/doctor-table.js';
import { differenceOf, type LoggedChange } from '../apply/record-difference.js';
import {
  addDiffering,
  createDiffering,
  type RecordTable,
  type Values,
  writeDecisions,
  writeDiffering,
} from '../apply/record-store.js';
import type { DoctorFields } from '../doctors/doctor-form.js';
import { readRecord } from '../records/stored-record.js';
import type { SyncContext } from '../run/sync-context.js';
import { copyInto, StatementQueue, writing } from '../staging/copy-target.js';
import type { CopyValue } from '../staging/copy-text.js';
import { inBatches } from '../staging/cursor.js';
import { Vocabulary } from '../staging/vocabulary.js';
import type { ActiveCorrections } from '../corrections/active-corrections.js';
import type { ChangeGuard } from '../apply/change-guard.js';
import { chosenPlaces, sharedPlaces } from './choose-places.js';
import { computeDoctor, type ComputedDoctor } from './compute-doctor.js';
import { ranksOfSources, type TouchedDoctor, touchedDoctors, touchDoctorsBeside } from './touched-doctors.js';
import { answeringClinics, changeOf, type MovedDoctor } from './moved-doctor.js';

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

const COMPUTED = `exists (select from touched_doctor join source_record record using (key)
  where kind = 'doctor' and key = corrected.key)`;

/** A computed doctor, with the stored one. */
interface ComparedDoctor extends ComputedDoctor {
  readonly before: Values | undefined;
  readonly inExtract: boolean;
}

/** The table of doctors that differ from the stored ones: as they are written, and how they differ. */
const DIFFERING: RecordTable = {
  ...DOCTOR_TABLE,
  beside: { missing: 'boolean', change: 'text', fields: 'jsonb', former: 'jsonb', present: 'jsonb' },
};

/** Computes and writes the touched doctors. */
export class TouchedDoctors {
  readonly #specialties = new Vocabulary('specialty');
  readonly #languages = new Vocabulary('language');
  readonly #counts = { created: 0, updated: 0, expired: 0, unexpired: 0 };
  /** Whether any doctor is touched. */
  #isAny = false;

  /** @param guard counts the changes */
  constructor(
    private readonly context: SyncContext,
    private readonly corrections: ActiveCorrections,
    private readonly guard: ChangeGuard,
  ) {}

  /**
   * Computes them, and touches the clinics that they came to or left. Lists those that did in the table computed_doctor, and
   * where they practice now in computed_place: that has to be known before clinics are computed. Those that differ from the
   * stored ones wait in differing_doctor: a doctor is written after the clinics.
   */
  async compute(): Promise<void> {
    const { client } = this.context;
    await client.query(
      `create temp table computed_doctor (key text, listed boolean, places uuid[], former uuid[]) on commit drop;
      create temp table computed_place (id uuid) on commit drop`,
    );
    await touchDoctorsBeside(client);
    const ranks = await ranksOfSources(client);
    this.#isAny = ranks.length > 0;
    if (!this.#isAny) return;
    await createDiffering(client, DIFFERING);
    // PostgreSQL writes doctors while the next ones are computed.
    const queue = new StatementQueue(client);
    await writing(queue, () => this.#computeAll(touchedDoctors(ranks), queue));
    await client.query(
      `insert into computed_place select distinct unnest(places) from computed_doctor where listed;
      insert into touched_clinic select distinct unnest(places || former)::text from computed_doctor on conflict do nothing;
      create index on computed_place (id); create unique index on computed_doctor (key);
      analyze computed_place; analyze computed_doctor (key)`,
    );
  }

  async #computeAll(touched: string, queue: StatementQueue): Promise<void> {
    const { client } = this.context;
    const shared = await queue.run(sharedPlaces);
    const decided: Pick<ComputedDoctor, 'key' | 'source' | 'isHidden'>[] = [];
    for await (const rows of inBatches<TouchedDoctor>(queue, 'touched_doctors', touched)) {
      const places = await chosenPlaces(queue, rows, shared);
      await this.#learn(queue, rows);
      const computed = rows.map((row) => this.#compute(row, places));
      for (const { key, source, isHidden } of computed)
        if (source !== null) decided.push({ key, source, isHidden });
      const { differing, moved } = this.#compare(computed);
      await queue.send(() => addDiffering(client, DIFFERING, differing));
      await queue.send(() => copyInto(client, 'computed_doctor (key, listed, places, former)', moved));
    }
    await queue.send(() => writeDecisions(client, 'doctor', decided, COMPUTED));
  }

  /** Writes those that differ from the stored ones, and logs how. */
  async write(): Promise<DoctorCounts> {
    const { client, changes: log } = this.context;
    if (this.#isAny) {
      await writeDiffering(client, DIFFERING);
      await this.#describeMoves();
      await log.add(
        'doctor',
        `select registration_number as key, change, fields from differing_doctor where change is not null
        order by length(registration_number), registration_number`,
      );
      await client.query('drop table differing_doctor');
    }
    await client.query('drop table computed_doctor, computed_place');
    return this.#counts;
  }

  /** Adds to the changes of the doctors at other places which clinics answer for these, as is known by now. */
  async #describeMoves(): Promise<void> {
    const { client } = this.context;
    const moved = `select registration_number as key, missing, change, fields, former, present from differing_doctor
      where former is not null`;
    const queue = new StatementQueue(client);
    for await (const doctors of inBatches<MovedDoctor>(queue, 'moved_doctors', moved)) {
      const clinics = await answeringClinics(client, doctors);
      const changes = doctors.map((doctor) => {
        const change = changeOf(doctor, clinics);
        if (change) this.#count(change, doctor.missing);
        return { change: null, fields: null, ...change, key: doctor.key };
      });
      await client.query(
        `update differing_doctor set change = moved.change, fields = moved.fields
        from jsonb_to_recordset($1) moved (key text, change text, fields jsonb) where registration_number = moved.key`,
        [JSON.stringify(changes)],
      );
    }
  }

  /**
   * Compares computed doctors with the stored ones, and counts the changes that are known before the clinics are computed.
   * @returns the rows of differing_doctor by key, and those of computed_doctor
   */
  #compare(computed: readonly ComparedDoctor[]) {
    const differing = new Map<string, Values>();
    const moved: CopyValue[][] = [];
    for (const { key, values, before, inExtract, isMissing, isListed, places } of computed) {
      const former = idsOf(before);
      const isThere = sameValue(former, places);
      // Of who stays, a clinic is listed as before.
      if (!isThere || (before?.['expiredAt'] === null) !== isListed)
        moved.push([key, isListed, places, former]);
      // Of a record that the extract does not have, nothing was synchronized.
      const syncedAt = inExtract ? values['syncedAt'] : (before?.['syncedAt'] ?? values['syncedAt']);
      const after: Values = { ...values, syncedAt };
      const differs = (name: string) => !sameValue(before?.[name] ?? null, after[name] ?? null);
      if (before && !comparedOf(after).some(differs)) continue;
      const sameLists = LISTS.filter((name) => !differs(name)).map((name) => [name, null]);
      const change = differenceOf('doctor', key, loggedOf(after, isMissing), before, after);
      const move = before && !isThere ? { former, present: places } : undefined;
      if (change && !move) this.#count(change, isMissing);
      differing.set(key, {
        ...after,
        ...Object.fromEntries(sameLists),
        missing: isMissing,
        change: change?.change,
        fields: change?.fields,
        ...move,
      });
    }
    return { differing, moved };
  }

  #count(change: LoggedChange, isMissing: boolean): void {
    const counts = this.#counts;
    this.guard.add(change, {});
    if (change.change === 'created') counts.created++;
    else if (!isMissing) counts.updated++;
    if (change.change === 'expired') counts.expired++;
    if (change.change === 'unexpired') counts.unexpired++;
  }

  /** Adds the words that the directory does not have. */
  async #learn(queue: StatementQueue, rows: readonly TouchedDoctor[]): Promise<void> {
    const wordsOf = (name: string) => rows.flatMap(({ fields }) => fields[name] as readonly string[]);
    await this.#specialties.learn(queue, wordsOf('specialties'));
    await this.#languages.learn(queue, wordsOf('languages'));
  }

  #compute(row: TouchedDoctor, places: ReadonlyMap<string, readonly string[]>): ComparedDoctor {
    const before = row.stored ?? undefined;
    const computed = computeDoctor(readRecord<DoctorFields>(row), {
      before: before && { ...before, ...(row.corrected && { expiredAt: row.corrected['expiredAt'] }) },
      corrections: this.corrections.of('doctor', [row.key]),
      specialties: this.#specialties,
      languages: this.#languages,
      now: this.context.now,
      places: places.get(row.key)!,
    });
    return { ...computed, before, inExtract: row.inExtract };
  }
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

/** Returns the ids of the clinics of a stored doctor, the primary one first. */
function idsOf(values: Values | undefined): readonly string[] {
  if (!values) return [];
  return [values['primaryClinicId'] as string, ...(values['otherClinics'] as readonly string[])];
}
