import type { Said, SourceRecord } from '@care-atlas/domain/fusion';
import type { DoctorFact } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { jsonTime, pick, type Values } from '../apply/record-store.js';
import { type DoctorFields, isActiveStatus } from '../doctors/doctor-form.js';
import { doctorId } from '../record-ids.js';
import type { Vocabulary } from '../staging/vocabulary.js';
import { type ActiveCorrection, correctedFields } from '../corrections/active-corrections.js';

/** A doctor as it is stored. */
export interface ComputedDoctor {
  readonly key: string;
  /** By property, with the lists `specialties`, `languages` and `otherClinics`. */
  readonly values: Values;
  readonly isListed: boolean;
  /** The ids of the clinics, the primary one first. */
  readonly places: readonly string[];
  readonly isHidden: boolean;
  /** Whether the source no longer has the doctor. */
  readonly isMissing: boolean;
  /** What the source says of the fields that corrections change; null without corrections. */
  readonly source: Values | null;
}

/** What a doctor is computed from, besides what the source says. */
export interface DoctorWorld {
  /** The stored doctor. */
  readonly before: Values | undefined;
  readonly corrections: readonly ActiveCorrection[];
  readonly specialties: Pick<Vocabulary, 'namesOf'>;
  readonly languages: Pick<Vocabulary, 'namesOf'>;
  readonly now: Date;
  /** The ids of the clinics where the doctor practices, the primary one first: see `chosenPlaces`. */
  readonly places: readonly string[];
}

/** Returns a doctor as the source describes it, with what operators decided. */
export function computeDoctor(
  { key, listed, fields: said }: SourceRecord<DoctorFields>,
  { before, corrections, specialties, languages, now, places }: DoctorWorld,
): ComputedDoctor {
  const fields = valuesOf(said);
  const { status, name } = fields;
  const isRegister = fields.practiceStart !== null;
  const expiredAt = endOf(fields, listed.value, isRegister, { before, now });
  const fused: Values = {
    id: doctorId(key),
    name,
    searchName: fold(name),
    gender: fields.gender,
    practisingSince: fields.practisingSince,
    practiceStart: fields.practiceStart,
    specialties: specialties.namesOf(fields.specialties),
    languages: languages.namesOf(fields.languages),
    primaryClinicId: places[0],
    otherClinics: places.slice(1),
    referralRequired: fields.referralRequired,
    bookingPhone: fields.bookingPhone || (fields.placePhone ?? ''),
    bookingOnline: fields.bookingOnline,
    bookingReferralOnly: fields.bookingReferralOnly,
    registrationStatus: status,
    registrationClass: fields.registrationClass,
    registrationRestrictions: fields.registrationRestrictions ?? 'unknown',
    registrationAsOf: isRegister ? registrationAsOf(said) : asStored(fields.registrationAsOf ?? null),
    expiredAt,
    confirmedAt: isRegister ? lastActive(said.status!, before) : asStored(fields.confirmedOn),
    syncedAt: fields.syncedOn ?? jsonTime(now),
    extractedAt: isRegister
      ? new Date(listed.value ? listed.until : (listed.previous?.until ?? listed.since)).toISOString()
      : null,
    previousFacts: previousFacts(said, before, expiredAt),
  };
  const given = correctedFields(corrections);
  const classified = corrections.findLast(({ fields }) => 'registrationClass' in fields);
  const corrected = {
    ...given,
    ...('name' in given && { searchName: fold(String(given['name'])) }),
    ...(classified && { registrationAsOf: jsonTime(classified.madeAt) }),
  };
  const hidden = corrections.findLast(({ kind }) => kind === 'hide');
  const isPinned =
    corrections.some(({ kind }) => kind === 'pin') && (status === '' || isActiveStatus(status));
  const end = hidden ? { expiredAt: jsonTime(hidden.madeAt) } : isPinned ? { expiredAt: null } : {};
  const values: Values = { ...fused, ...corrected, ...end };
  const changed = Object.keys({ ...corrected, ...end });
  return {
    key,
    values,
    isListed: values['expiredAt'] === null,
    places,
    isHidden: hidden !== undefined,
    isMissing: !listed.value,
    source: corrections.length > 0 ? pick(fused, changed) : null,
  };
}

function asStored(time: string | null): string | null {
  return time === null ? null : jsonTime(new Date(time));
}

function valuesOf(said: SourceRecord<DoctorFields>['fields']): DoctorFields {
  return Object.fromEntries(
    Object.entries(said).map(([name, each]) => [name, (each as Said).value]),
  ) as unknown as DoctorFields;
}

/** Returns when a registration ended: as its source says, or else when a run first saw it; null while it is active. */
function endOf(
  { status, endedOn }: DoctorFields,
  isListed: boolean,
  isRegister: boolean,
  { before, now }: Pick<DoctorWorld, 'before' | 'now'>,
): string | null {
  if (isListed && !isRegister) return asStored(endedOn);
  if (isListed && isActiveStatus(status)) return null;
  if (isListed && endedOn !== null)
    return jsonTime(Date.parse(endedOn) < now.getTime() ? new Date(endedOn) : now);
  return (before?.['expiredAt'] as string | null | undefined) ?? jsonTime(now);
}

/** Returns the time of the oldest extract that the class and the restrictions are known from; null if neither is known. */
function registrationAsOf({
  registrationClass: ofClass,
  registrationRestrictions: restrictions,
}: SourceRecord<DoctorFields>['fields']): string | null {
  const times = [
    ...(ofClass && ofClass.value !== '' ? [ofClass.until] : []),
    ...(restrictions && restrictions.value !== 'unknown' ? [restrictions.until] : []),
  ];
  return times.length > 0 ? jsonTime(new Date(Math.min(...times))) : null;
}

/** Returns when the register last said that the registration is active; null if it never did. */
function lastActive(status: Said<string>, before: Values | undefined): string | null {
  const { value, until, previous } = status;
  const last = isActiveStatus(value)
    ? until
    : previous && isActiveStatus(previous.value)
      ? previous.until
      : NaN;
  const stored = Date.parse((before?.['confirmedAt'] as string | null | undefined) ?? '');
  const times = [last, stored].filter((time) => !Number.isNaN(time));
  return times.length > 0 ? jsonTime(new Date(Math.max(...times))) : null;
}

/** Returns what the source said before of the facts that changed; null if none did. */
function previousFacts(
  said: SourceRecord<DoctorFields>['fields'],
  before: Values | undefined,
  expiredAt: string | null,
): Readonly<Partial<Record<DoctorFact, unknown>>> | null {
  const formerPlace = said.places?.previous?.value[0];
  const facts = {
    ...(before?.['previousFacts'] as object | null | undefined),
    ...(before?.['expiredAt'] != null && expiredAt === null && { registration: 'expired' }),
    ...(said.specialties?.previous && { specialties: said.specialties.previous.value }),
    ...(said.languages?.previous && { languages: said.languages.previous.value }),
    ...(formerPlace && formerPlace !== said.places?.value[0] && { practice: formerPlace }),
  };
  return Object.keys(facts).length > 0 ? facts : null;
}
