import { sameValue } from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import type { LoggedChange } from '../apply/record-difference.js';

/** A doctor who differs from the stored one, before it is known which clinics answer for the places. */
export interface DifferentDoctor {
  readonly key: string;
  /** Whether the source no longer has the doctor. */
  readonly missing: boolean;
  /** Without the clinics; null where only they may differ. */
  readonly change: LoggedChange | null;
  /** The ids of the clinics before and after, the primary one first; null where they are the same, and of a new doctor. */
  readonly former: readonly string[] | null;
  readonly present: readonly string[] | null;
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
  doctors: readonly DifferentDoctor[],
): Promise<ReadonlyMap<string, AnsweringClinic>> {
  const ids = doctors.flatMap(({ former, present }) => [...(former ?? []), ...(present ?? [])]);
  if (ids.length === 0) return new Map();
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
  { key, change, former, present }: DifferentDoctor,
  clinicsById: ReadonlyMap<string, AnsweringClinic>,
): LoggedChange | undefined {
  const [was, is] = [former ?? [], present ?? []].map((places) => clinicsAt(places, clinicsById));
  if (sameValue(was!.ids, is!.ids)) return change ?? undefined;
  return {
    record: 'doctor',
    key,
    change: change?.change ?? 'updated',
    fields: { ...change?.fields, clinics: [was!.names, is!.names] },
  };
}

/** Returns the clinics that answer for places. A source that names one clinic twice means it once. */
function clinicsAt(
  places: readonly string[],
  clinics: ReadonlyMap<string, AnsweringClinic>,
): { readonly ids: readonly string[]; readonly names: readonly (string | undefined)[] } {
  const found = new Map(places.map((id) => [clinics.get(id)?.answer ?? id, clinics.get(id)?.name]));
  return { ids: [...found.keys()], names: [...found.values()] };
}
