import type { ClinicType } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import { frenchPlaceName, placeName } from './place-words.js';
import type { Random } from './random.js';
import { SAMPLE_MARK } from './sample-mark.js';
import { profileOf } from './specialty-profile.js';

const FRENCH_SHARE = 0.04;
const DISTRICT = [
  '',
  '',
  '',
  '',
  '',
  '',
  ' North',
  ' South',
  ' East',
  ' West',
  ' Village',
  ' Square',
  ' Park',
  ' Heights',
];

const ENDINGS: Readonly<Record<ClinicType, readonly string[]>> = {
  'family-practice': [
    'Family Health',
    'Family Practice',
    'Family Medicine',
    'Medical Clinic',
    'Family Doctors',
    'Primary Care',
    'Health Group',
    'Medical Centre',
    'Family Physicians',
    'Medical Associates',
    'Doctors’ Office',
    'Family Care Team',
  ],
  'walk-in': [
    'Walk-in Clinic',
    'Same-Day Care',
    'Walk-in Medical Centre',
    'Urgent Care',
    'Express Medical',
    'Open Door Clinic',
  ],
  specialist: [
    'Specialist Centre',
    'Specialist Clinic',
    'Consultants',
    'Medical Specialists',
    'Specialty Group',
  ],
  'community-health-centre': [
    'Community Health Centre',
    'Neighbourhood Health Centre',
    'Community Clinic',
    'Health Commons',
  ],
  'hospital-outpatient': [
    'Hospital Outpatient Clinics',
    'General Ambulatory Care',
    'Hospital Day Clinics',
    'Hospital Ambulatory Centre',
    'General Outpatient Centre',
  ],
};
const FIELD_ENDINGS = ['Clinic', 'Centre', 'Associates', 'Specialists', 'Group', 'Institute', 'Consultants'];
const FRENCH: Readonly<Record<ClinicType, readonly string[]>> = {
  'family-practice': ['Clinique du Parc', 'Clinique familiale', 'Cabinet médical', 'Médecine familiale'],
  'walk-in': ['Clinique sans rendez-vous', 'Clinique du jour'],
  specialist: ['Clinique de spécialistes', 'Centre médical spécialisé'],
  'community-health-centre': ['Centre de santé communautaire', 'Maison de santé'],
  'hospital-outpatient': ['Consultations externes', 'Centre ambulatoire'],
};

/** Invents names of clinics, none of them the name of a real facility or a part of one. */
export class ClinicNames {
  private readonly real: string;

  constructor(facilityNames: Iterable<string>) {
    this.real = [...facilityNames].map(fold).join('\n');
  }

  /**
   * A name that ends in " (sample)".
   * @param field the one specialty of a clinic that has no other; it then names itself after it.
   */
  invent(random: Random, type: ClinicType, field: string | undefined): string {
    let name: string;
    do name = candidate(random, type, field);
    while (this.real.includes(fold(name)));
    return name + SAMPLE_MARK;
  }
}

function candidate(random: Random, type: ClinicType, field: string | undefined): string {
  if (random.chance(FRENCH_SHARE)) return `${random.pick(FRENCH[type])} ${frenchPlaceName(random)}`;
  const place = placeName(random) + random.pick(DISTRICT);
  if (!field) return `${place} ${random.pick(ENDINGS[type])}`;
  const sign = profileOf(field).sign ?? field;
  return `${place} ${random.chance(0.4) ? field : sign} ${random.pick(FIELD_ENDINGS)}`;
}
