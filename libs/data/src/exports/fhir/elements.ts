import { hash } from 'node:crypto';
import { acceptsNewPatients } from '@care-atlas/domain/rules';
import type { AcceptanceCode } from '@care-atlas/domain/records';
import type { CodeableConcept, ContactPoint, Extension, Identifier, Reference } from '@medplum/fhirtypes';

/** The kinds of resources, in the order in which they are published. */
export const FHIR_TYPES = [
  'Organization',
  'Location',
  'HealthcareService',
  'Practitioner',
  'PractitionerRole',
  'VerificationResult',
] as const;
export type FhirType = (typeof FHIR_TYPES)[number];

const REGISTER = 'https://fhir.infoway-inforoute.ca/NamingSystem/ca-on-license-physician';
/** Whom somebody accepts, and how care is given, are extensions that HL7's guides for directories share. */
const PLAN_NET = 'http://hl7.org/fhir/us/davinci-pdex-plan-net';
export const NEW_PATIENTS = `${PLAN_NET}/StructureDefinition/newpatients`;
export const ACCESSIBILITY = `${PLAN_NET}/StructureDefinition/accessibility`;
export const DELIVERY_METHOD = `${PLAN_NET}/StructureDefinition/delivery-method`;

const HASH_CHARACTERS = 16;

/** Returns the id of a resource: resources keep their ids as long as their records do. At most 64 characters. */
export const FHIR_ID = {
  doctor: (registrationNumber: string) => `cpso-${registrationNumber}`,
  role: (registrationNumber: string, clinicId: string) => `cpso-${registrationNumber}.${clinicId}`,
  service: (clinicId: string, specialty: string) => `${clinicId}.${shortHash(specialty)}`,
  /** @param record `cpso-` and the number of a doctor, or `clinic-` and the id of a clinic */
  evidence: (record: string, ...names: readonly string[]) => `${record}.${shortHash(JSON.stringify(names))}`,
};

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, HASH_CHARACTERS);
}

export function registerIdentifier(registrationNumber: string): Identifier {
  return { use: 'official', system: REGISTER, value: registrationNumber };
}

export function clinicIdentifier(clinicId: string): Identifier {
  return { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${clinicId}` };
}

export function referenceTo(type: FhirType, id: string): Reference<never> {
  return { reference: `${type}/${id}` };
}

/** Returns the list, or undefined where it is empty: FHIR has no empty lists. */
export function someOf<T>(list: readonly T[]): T[] | undefined {
  return list.length > 0 ? [...list] : undefined;
}

/** Returns how somebody is reached. Unknown texts are empty. */
export function telecomOf(phone: string, url: string): ContactPoint[] | undefined {
  return someOf<ContactPoint>([
    ...(phone === '' ? [] : [{ system: 'phone', value: phone } as const]),
    ...(url === '' ? [] : [{ system: 'url', value: url } as const]),
  ]);
}

export function planNetCode(codeSystem: string, code: string, text: string): CodeableConcept {
  return { coding: [{ system: `${PLAN_NET}/CodeSystem/${codeSystem}`, code }], text };
}

/** Returns whether new patients are accepted, if somebody said. A plain no has no code: it does not tell who else is accepted. */
export function newPatients(accepting: boolean | null, stated?: AcceptanceCode | null): Extension[] {
  if (accepting === null) return [];
  const text = accepting ? 'Accepting new patients' : 'Not accepting new patients';
  // The code of an older observation may be another answer.
  const code = stated && acceptsNewPatients(stated) === accepting ? stated : accepting ? 'newpt' : undefined;
  const concept = code === undefined ? { text } : planNetCode('AcceptingPatientsCS', code, text);
  return [{ url: NEW_PATIENTS, extension: [{ url: 'acceptingPatients', valueCodeableConcept: concept }] }];
}
