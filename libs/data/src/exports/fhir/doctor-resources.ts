import type { DoctorRecord } from '@care-atlas/domain/records';
import { doctorStatements, statementText } from '@care-atlas/domain/rules';
import { LANGUAGE_CODES } from '@care-atlas/domain/vocabulary';
import type { CodeableConcept, Practitioner, Resource } from '@medplum/fhirtypes';
import { FHIR_ID, referenceTo, registerIdentifier, someOf, telecomOf } from './elements.js';
import { verificationResults } from './verification-results.js';

/** FHIR's genders; the empty one is not disclosed, and absent. */
const GENDERS = { female: 'female', male: 'male', 'non-binary': 'other', '': undefined } as const;

/**
 * Returns a listed doctor as resources: the person, a role at each clinic, and who verified what. What is not known is
 * absent: the name is one text, because the register does not say which part is which.
 */
export function doctorResources(doctor: DoctorRecord): readonly Resource[] {
  const { registrationNumber, name, gender, booking, specialties, languages, clinicIds, registration } =
    doctor;
  const id = FHIR_ID.doctor(registrationNumber);
  const practitioner: Practitioner = {
    resourceType: 'Practitioner',
    id,
    identifier: [registerIdentifier(registrationNumber)],
    active: true,
    name: [{ text: name }],
    telecom: telecomOf(booking.phone, booking.online),
    gender: GENDERS[gender],
    communication: someOf(languages.map(languageConcept)),
    qualification: registration.class === '' ? undefined : [{ code: { text: registration.class } }],
  };
  const roles = clinicIds.map((clinicId) => FHIR_ID.role(registrationNumber, clinicId));
  const statements = doctorStatements(
    {
      specialties,
      languages,
      clinicId: clinicIds[0]!,
      source: doctor.source ?? 'register',
      confirmedAt: doctor.confirmedAt?.getTime() ?? NaN,
      expiredAt: NaN,
    },
    (doctor.evidence ?? []).map(statementText),
  );
  return [
    practitioner,
    ...clinicIds.map((clinicId, index): Resource => ({
      resourceType: 'PractitionerRole',
      id: roles[index],
      active: true,
      practitioner: referenceTo('Practitioner', id),
      organization: referenceTo('Organization', clinicId),
      specialty: someOf(specialties.map((text) => ({ text }))),
      location: [referenceTo('Location', clinicId)],
    })),
    ...verificationResults(
      id,
      statements,
      {
        registration: [`Practitioner/${id}`, 'Practitioner.active'],
        specialties: [`PractitionerRole/${roles[0]}`, 'PractitionerRole.specialty'],
        languages: [`Practitioner/${id}`, 'Practitioner.communication'],
        practice: [`PractitionerRole/${roles[0]}`, 'PractitionerRole.location'],
      },
      // The register confirms all of a doctor at once.
      ({ fact, source, method }) => (method === 'correction' ? [fact, source, method] : [source, method]),
    ),
  ];
}

function languageConcept(name: string): CodeableConcept {
  const code = LANGUAGE_CODES.get(name);
  return { ...(code !== undefined && { coding: [{ system: 'urn:ietf:bcp:47', code }] }), text: name };
}
