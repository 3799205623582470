import { UNKNOWN_DOCTOR } from '@care-atlas/domain/records';
import type { SyncWriter } from '../src/sync/sync-writer.js';
import { aClinic, aDoctor, NOW, uuid } from './test-directory.js';

/** Feeds a directory whose records fill all members of their resources. */
export async function feedAllKnown(writer: SyncWriter): Promise<void> {
  const openingHours = [
    { weekday: 1, opens: 540, closes: 1440 },
    { weekday: 5, opens: 1080, closes: 1560 },
    { weekday: 6, opens: 600, closes: null },
    { weekday: 7, opens: 0, closes: 1440 },
  ] as const;
  const specialDays = [
    { on: 'public-holidays', hours: [] },
    { on: 'dates', from: '2026-12-20', to: '2027-01-03', hours: [] },
    { on: 'every-year', from: '12-24', to: '12-24', weekdays: [1, 2], hours: [{ opens: 540, closes: null }] },
    { on: 'holiday', name: 'Easter Monday', hours: null },
  ] as const;
  await writer.clinics([aClinic({ openingHours, specialDays, virtualVisits: true })]);
  await writer.doctors([
    aDoctor({
      gender: 'non-binary',
      languages: ['French'],
      registration: { class: 'Postgraduate Education', restrictions: 'yes', asOf: NOW },
    }),
  ]);
  await writer.services([{ clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 1, accepting: true }]);
}

/** Feeds a directory whose records have only what they must have. */
export async function feedNothingKnown(writer: SyncWriter): Promise<void> {
  await writer.clinics([
    aClinic({
      postalCode: '',
      address: '2 Elm Street, Toronto',
      positionSource: 'postal-area',
      phone: '',
      openingHours: [],
      wheelchair: null,
      accepting: null,
    }),
  ]);
  await writer.doctors([
    aDoctor({ ...UNKNOWN_DOCTOR, name: 'Dr. Nobody', confirmedAt: null }),
    aDoctor({ registrationNumber: '900002', expiredAt: NOW }),
  ]);
  await writer.services([{ clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 2, accepting: null }]);
}
