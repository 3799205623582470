import type { ClinicType } from '@care-atlas/domain/records';

/**
 * Clinic types by the source's types of ambulatory care. Only what the source itself calls a family practice,
 * community health centre or hospital is one, because people look for these by name. Everything else serves one
 * particular need or group, which is closest to a specialist.
 */
const CLINIC_TYPE: Readonly<Record<string, ClinicType>> = {
  'aids bureau': 'specialist',
  "children's treatment centre": 'specialist',
  'community health centre': 'community-health-centre',
  'community support service': 'specialist',
  'family health team - contract': 'family-practice',
  'hospital - corporation': 'hospital-outpatient',
  'local health integration network office': 'specialist',
  'mental health and addiction organization': 'specialist',
  'nurse practitioner led clinic': 'family-practice',
  other: 'specialist',
  pediatric: 'specialist',
  psychiatric: 'specialist',
  'public health unit office': 'specialist',
};

/** Returns the clinic type of an ambulatory facility; undefined when its source type is unknown. */
export function facilityType(sourceType: string): ClinicType | undefined {
  const word = sourceType.toLowerCase();
  return Object.hasOwn(CLINIC_TYPE, word) ? CLINIC_TYPE[word] : undefined;
}
