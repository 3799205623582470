import { sameValue } from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import type { LoggedChange } from '../apply/record-difference.js';

/** A doctor at other places than before, before it is known which clinics answer for them. */
export interface MovedDoctor {
  readonly key: string;
  /** Whether the source no longer has the doctor. */
  readonly missing: boolean;
  /** The change without the clinics; null where only they may differ. */
  readonly change: LoggedChange['change'] | null;
  readonly fields: LoggedChange['fields'];
  /** The ids of the clinics before and after, the primary one first. */
  readonly former: readonly string[];
  readonly present: readonly string[];
}

/** The clinic that answers for an id. */
interface AnsweringClinic {
  readonly id: string;
  readonly answer: string;
  readonly name: string;
}

/** Returns the clinics of the doctors whose places differ, before and after, by the ids of the places. */
export async function answeringClinics(
  client: ClientBase,
  doctors: readonly MovedDoctor[],
): Promise<ReadonlyMap<string, AnsweringClinic>> {
  const ids = doctors.flatMap(({ former, present }) => [...former, ...present]);
  const { rows } = await client.query<AnsweringClinic>(
    `select known.id, coalesce(merged.survivor, known.id) as answer, coalesce(survivor.name, known.name) as name
    from clinic known left join corrected_record merged on merged.record = 'clinic' and merged.key = known.id::text
      left join clinic survivor on survivor.id = merged.survivor
    where known.id = any ($1::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the change of a doctor, with the clinics if others answer for the places than before. */
export function changeOf(
  { key, change, fields, former, present }: MovedDoctor,
  clinicsById: ReadonlyMap<string, AnsweringClinic>,
): LoggedChange | undefined {
  const [was, is] = [former, present].map((places) => clinicsAt(places, clinicsById));
  const areOthers = !sameValue(was!.ids, is!.ids);
  if (change === null && !areOthers) return undefined;
  const clinics = areOthers && { clinics: [was!.names, is!.names] as const };
  return { record: 'doctor', key, change: change ?? 'updated', fields: { ...fields, ...clinics } };
}

/** Returns the clinics that answer for places. A source that names one clinic twice means it once. */
function clinicsAt(
  places: readonly string[],
  clinics: ReadonlyMap<string, AnsweringClinic>,
): { readonly ids: readonly string[]; readonly names: readonly (string | undefined)[] } {
  const found = new Map(places.map((id) => [clinics.get(id)?.answer ?? id, clinics.get(id)?.name]));
  return { ids: [...found.keys()], names: [...found.values()] };
}
