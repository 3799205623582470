import { fuseService, type ServiceFields } from '@care-atlas/domain/fusion';
import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import type { SyncContext } from '../run/sync-context.js';
import { stateFacts } from '../evidence/state-facts.js';
import { StatementQueue } from '../staging/copy-target.js';
import { Vocabulary } from '../staging/vocabulary.js';
import { type DetailFields, type DetailForm, subjectIndex } from './detail-form.js';

interface StoredServiceFields extends DetailFields, ServiceFields {
  /** As the source spells it. */
  readonly specialty: string;
}

/** Returns the key of a service: its clinic, and its specialty whatever the spelling. */
export function serviceKey(clinicId: string, specialty: string): string {
  return `${clinicId.toLowerCase()} ${fold(specialty)}`;
}

/** The specialties that clinics offer, with their waiting times. */
export const SERVICE_FORM: DetailForm<SpecialtyServiceRecord, StoredServiceFields> = {
  kind: 'service',
  noun: 'services',
  keyColumn: 'clinic and specialty',
  read: ({ clinicId, specialty, waitWeeks, accepting }) => {
    if (fold(specialty) === '') throw new Error(`A service of clinic ${clinicId} names no specialty.`);
    return {
      key: serviceKey(clinicId, specialty),
      fields: { subject: clinicId.toLowerCase(), specialty, waitWeeks, accepting },
    };
  },
  keptAs: { waitWeeks: ['waitWeeks'], accepting: ['accepting'] },
  needed: [['waitWeeks', 'wait in weeks']],
  isConfirmedByAnyFile: true,
  index: subjectIndex,
  table: {
    name: 'specialty_service',
    columns: ['clinicId', 'specialtyId', 'waitWeeks', 'accepting', 'source', 'observedAt'],
    compared: ['waitWeeks', 'accepting', 'source'],
    join: `join specialty on folded_name = substr(wanted.key, 38)
      join specialty_service stored on stored.specialty_id = specialty.id and stored.clinic_id = left(wanted.key, 36)::uuid`,
    lists: { name: { read: 'specialty.name' } },
    fuse: (records) => {
      const fused = fuseService(records);
      if (!fused) return undefined;
      const { from, ...values } = fused;
      const { subject, specialty } = records[0]!.fields;
      return {
        clinicId: subject!.value,
        specialty: specialty!.value,
        ...values,
        source: from.source,
        observedAt: new Date(from.listed.until).toISOString(),
      };
    },
    async complete(client, rows) {
      const specialties = new Vocabulary('specialty');
      const words = Array.from(rows, ([key, { specialty }]) => [key, [specialty as string]] as const);
      await specialties.learn(
        new StatementQueue(client),
        words.flatMap(([, word]) => word),
      );
      return new Map(
        words.map(([key, word]) => {
          const { id, name } = specialties.wordsOf(word)[0]!;
          return [key, { specialtyId: id, name }];
        }),
      );
    },
    logKey: ({ clinicId, name }) => `${String(clinicId)} ${String(name)}`,
  },
};

/** Keeps what sources say of the facts of the touched services, since when, and what they said before. */
export async function stateServiceFacts({ client }: Pick<SyncContext, 'client'>): Promise<void> {
  const named = (
    from: string,
  ) => `(select record.*, concat(left(record.key, 36), ' ', specialty.id) as said_of
    from ${from} record join specialty on folded_name = substr(record.key, 38))`;
  await stateFacts(client, {
    record: 'service',
    facts: {
      serviceAccepting: ['accepting', `nullif(VALUE, 'null')`],
      serviceWait: ['waitWeeks', 'VALUE'],
    },
    stated: named('touched_service'),
    records: named(
      `(select source_record.* from source_record join touched_service using (key) where kind = 'service' and ended_at is null)`,
    ),
  });
}
