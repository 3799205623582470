import { rowOf } from '../../../test/input-row.js';
import { clinicTypeOf } from './clinic-type.js';
import { kindIn, specialtyIn } from './kind-words.js';

it.each([
  ['Walk-in clinic', 'walk_in'],
  ['After hours walk in', 'walk_in'],
  ['Clinique sans rendez-vous', 'walk_in'],
  ['Urgent Care Centre', 'walk_in'],
  ['Community Health Centre', 'centre'],
  ['Centre de santé communautaire', 'centre'],
  ['Hospital outpatient clinic', 'hospital'],
  ['Hôpital', 'hospital'],
  ['Pharmacy', 'pharmacy'],
  ['Dental clinic', 'dentist'],
  ['Long-Term Care Home', 'hospice'],
  ['Community Counselling', 'counselling'],
  ['Food Bank', 'social_facility'],
  ['Legal clinic', 'social_facility'],
  ['Housing support', 'social_facility'],
  ['Walk-in counselling', 'counselling'],
  ['Medical laboratory', 'laboratory'],
  ['Hospital pharmacy', 'pharmacy'],
  ['Family health team with a physiotherapist', 'doctor'],
  ['Family practice', 'doctor'],
  ['Primary care', 'doctor'],
  ['Médecine familiale', 'doctor'],
  ['Medical clinic', 'doctor'],
  ['Cardiology', 'specialist'],
  ['Outpatient Dermatology Services', 'specialist'],
  ['Maple Wellness Hub', undefined],
  ['Student clinic', undefined],
  ['Walking Mobility Clinics', undefined],
])('%s is the kind %s', (text, kind) => {
  expect(kindIn(text)).toBe(kind);
});

it.each([
  ['Cardiology', 'Cardiology'],
  ['cardiology clinic', 'Cardiology'],
  ['Dermatology Consultation Services', 'Dermatology'],
  ['ENT', 'Otolaryngology - Head and Neck Surgery'],
  ['Wellness', undefined],
])('%s is the specialty %s', (text, specialty) => {
  expect(specialtyIn(text)).toBe(specialty);
});

it.each([
  ['walk-in', 'walk-in'],
  ['Walk-in clinic', 'walk-in'],
  ['clinique sans rendez-vous', 'walk-in'],
  ['médecine familiale', 'family-practice'],
  ['Dermatology clinic', 'specialist'],
  ['Pharmacy', null],
])('a type of %s is read as %s', (type, expected) => {
  expect(clinicTypeOf(rowOf({ type }))).toBe(expected);
});

it.each([
  [{ healthcare: 'clinic', name: 'Maple Walk-In Clinic' }, 'walk-in'],
  [{ amenity: 'doctors', name: 'Clinique sans rendez-vous Érable' }, 'walk-in'],
  [{ healthcare: 'clinic', name: 'Maple Community Health Centre' }, 'community-health-centre'],
  [{ healthcare: 'clinic', name: 'Maple Family Medicine and Walk-In' }, 'family-practice'],
  [{ healthcare: 'clinic', name: 'Maple Hospital Health Clinic' }, 'family-practice'],
  [{ healthcare: 'hospital', name: 'Maple Walk-In' }, 'hospital-outpatient'],
  [{ healthcare: 'clinic', 'healthcare:speciality': 'dermatology', name: 'Maple Walk-In' }, 'specialist'],
  [{ healthcare: 'pharmacy', name: 'Maple Walk-In' }, null],
])('what tags leave open is read in the name: %j is %s', (row, expected) => {
  const tags = { type: '', healthcare: '', amenity: '', 'healthcare:speciality': '', shop: '' };
  expect(clinicTypeOf(rowOf({ ...tags, ...row }))).toBe(expected);
});

it('a type in other words rejects the row', () => {
  expect(() => clinicTypeOf(rowOf({ type: 'Building' }))).toThrow(
    'type is "Building", but must be one of: family-practice',
  );
});
