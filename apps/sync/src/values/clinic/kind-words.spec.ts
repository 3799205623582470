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

it('a type in other words rejects the row', () => {
  expect(() => clinicTypeOf(rowOf({ type: 'Building' }))).toThrow(
    'type is "Building", but must be one of: family-practice',
  );
});
