import type { ClinicDecisions } from '@care-atlas/domain/fusion';
import type { CorrectionSubject } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import type { CorrectionEntity } from '../../entities/imports/correction.entity.js';
import type { Values } from '../apply/record-store.js';

export type ActiveCorrection = Pick<CorrectionEntity, 'id' | 'kind' | 'record' | 'key' | 'fields' | 'madeAt'>;

/** The corrections that apply: few, because people make them. */
export class ActiveCorrections {
  readonly #byKey: ReadonlyMap<string, readonly ActiveCorrection[]>;

  private constructor(readonly all: readonly ActiveCorrection[]) {
    this.#byKey = Map.groupBy(all, ({ record, key }) => `${record} ${key}`);
  }

  static async load(client: ClientBase): Promise<ActiveCorrections> {
    const { rows } = await client.query<ActiveCorrection>(
      `select id, kind, record, key, fields, made_at as "madeAt" from correction where ended_at is null order by id`,
    );
    return new ActiveCorrections(rows);
  }

  /** Returns the corrections of some records, in the order in which they were made. */
  of(record: CorrectionSubject, keys: readonly string[]): readonly ActiveCorrection[] {
    return keys.flatMap((key) => this.#byKey.get(`${record} ${key}`) ?? []).toSorted((a, b) => a.id - b.id);
  }

  /** Returns these without some, which have no effect. */
  without(suspended: readonly ActiveCorrection[]): ActiveCorrections {
    return new ActiveCorrections(this.all.filter((correction) => !suspended.includes(correction)));
  }

  /** Returns what was decided about clinics. */
  get decisions(): ClinicDecisions {
    const clinics = this.all.filter(({ record }) => record === 'clinic');
    const of = (kind: ActiveCorrection['kind']) => clinics.filter((correction) => correction.kind === kind);
    return {
      merged: new Map(of('merge').map(({ key, fields }) => [key, String(fields['into'])])),
      apart: of('apart').map(({ key, fields }) => [key, String(fields['from'])]),
      decided: new Set(
        clinics.filter(({ kind }) => kind !== 'merge' && kind !== 'apart').map(({ key }) => key),
      ),
    };
  }

  /** Returns the clinics that a decision is about, besides one of them. */
  linked(keys: readonly string[]): readonly string[] {
    return this.all
      .filter(({ kind }) => kind === 'merge' || kind === 'apart')
      .flatMap(({ key, fields }) => {
        const other = String(fields['into'] ?? fields['from']);
        if (keys.includes(key)) return [other];
        return keys.includes(other) ? [key] : [];
      });
  }
}

/** Returns what the corrections of a record say of its fields; of several about a field, the last one counts. */
export function correctedFields(corrections: readonly ActiveCorrection[]): Values {
  return Object.assign(
    {},
    ...corrections.filter(({ kind }) => kind === 'correct').map(({ fields }) => fields),
  ) as Values;
}
