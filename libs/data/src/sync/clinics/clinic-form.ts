import type { ClinicFields } from '@care-atlas/domain/fusion';
import { addressUuids } from '../record-ids.js';
import { NO_INDEX, type RecordIndex, type RecordKind } from '../records/record-kind.js';
import type { ClinicInput } from './clinic-input.js';

/** What a clinic's source record has besides what is fused. */
export interface StoredClinicFields extends ClinicFields {
  /** By which word of an import acceptance without a date was observed; empty if the source does not say. */
  readonly acceptingMethod: string;
  /** An observation of acceptance with a date, which is kept with those of other sources. */
  readonly observed: {
    readonly accepting: boolean;
    readonly method: string;
    readonly observedAt: string;
  } | null;
}

export const CLINIC_FORM: RecordKind<ClinicInput, StoredClinicFields> = {
  kind: 'clinic',
  noun: 'clinics',
  keyColumn: 'id',
  read: (row) => ({ key: row.id.toLowerCase(), fields: clinicFields(row) }),
  keptAs: {
    type: ['type'],
    address: ['address'],
    postalCode: ['address'],
    position: ['position'],
    place: ['position'],
    phone: ['phone'],
    website: ['website'],
    openingHours: ['hours'],
    wheelchair: ['wheelchair'],
    virtualVisits: ['virtualVisits'],
    accepting: ['accepting', 'acceptingMethod', 'observed'],
  },
  // `place` is a position that neither coordinates nor a postal area give.
  needed: [
    ['type', 'type'],
    ['address', 'address'],
    ['place', 'position'],
  ],
  index: clinicIndex,
};

/** Returns what clinics are found by, from the fields of a source record. */
export function clinicIndex(fields: Readonly<Record<string, unknown>>): RecordIndex {
  const { address: { address, postalCode } = { address: '', postalCode: '' }, phone } =
    fields as Partial<ClinicFields>;
  const { tellsPlace, ...keys } = addressUuids(address, postalCode);
  return { ...NO_INDEX, ...(tellsPlace && keys), phone: phone ?? '' };
}

function clinicFields(clinic: ClinicInput): StoredClinicFields {
  const { name, address, postalCode, lat, lng, positionSource, phone, website, type, origin } = clinic;
  const {
    openingHours,
    hoursNote = '',
    specialDays = [],
    wheelchair,
    virtualVisits,
    accepting,
    acceptingObserved,
  } = clinic;
  const method = acceptingObserved?.method ?? clinic.acceptingMethod ?? '';
  const spans = openingHours.toSorted((a, b) => a.weekday - b.weekday || a.opens - b.opens);
  const hasHours = spans.length > 0 || hoursNote !== '' || specialDays.length > 0;
  return {
    name,
    address: { address, postalCode },
    position: { lat, lng, positionSource },
    phone: phone || null,
    website: website || null,
    type,
    hours: hasHours
      ? { spans, note: hoursNote, ...(specialDays.length > 0 && { special: specialDays }) }
      : null,
    wheelchair,
    virtualVisits,
    accepting: acceptingObserved ? null : accepting,
    acceptingMethod: method,
    observed:
      accepting !== null && acceptingObserved
        ? { accepting, method, observedAt: acceptingObserved.observedAt.toISOString() }
        : null,
    origin,
  };
}
