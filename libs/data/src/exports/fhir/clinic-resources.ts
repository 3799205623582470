import {
  type ClinicRecord,
  clock,
  DAY_MINUTES,
  type OpeningInterval,
  type SpecialDays,
  specialDaysText,
  type SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import { clinicStatements, serviceStatements } from '@care-atlas/domain/rules';
import type {
  HealthcareService,
  HealthcareServiceNotAvailable,
  Location,
  LocationHoursOfOperation,
  Resource,
} from '@medplum/fhirtypes';
import {
  ACCESSIBILITY,
  clinicIdentifier,
  DELIVERY_METHOD,
  FHIR_ID,
  NEW_PATIENTS,
  newPatients,
  planNetCode,
  referenceTo,
  someOf,
  telecomOf,
} from './elements.js';
import { verificationResults } from './verification-results.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * Returns an open clinic as resources: the organization, its location, what it offers as a whole, its specialty services,
 * and who verified what. What is not known is absent.
 */
export function clinicResources(
  clinic: ClinicRecord,
  services: readonly SpecialtyServiceRecord[],
): readonly Resource[] {
  const { id, name, address, postalCode, phone, website, virtualVisits } = clinic;
  const telecom = telecomOf(phone, website);
  const acceptance = newPatients(clinic.accepting, clinic.acceptingObserved?.code);
  const ofClinic = {
    active: true,
    providedBy: referenceTo('Organization', id),
    location: [referenceTo('Location', id)],
  };
  const whole: HealthcareService = {
    resourceType: 'HealthcareService',
    id,
    extension: someOf([...acceptance, ...(virtualVisits === true ? [VIRTUAL] : [])]),
    ...ofClinic,
    name,
    telecom,
    notAvailable: someOf((clinic.specialDays ?? []).flatMap(closureOf)),
  };
  return [
    {
      resourceType: 'Organization',
      id,
      identifier: [clinicIdentifier(id)],
      active: true,
      type: [
        { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/organization-type', code: 'prov' }] },
      ],
      name,
      telecom,
      address: [{ text: address, postalCode: postalCode || undefined }],
    },
    locationOf(clinic),
    whole,
    ...services.map((service): HealthcareService => ({
      resourceType: 'HealthcareService',
      id: FHIR_ID.service(id, service.specialty),
      extension: someOf(newPatients(service.accepting)),
      ...ofClinic,
      specialty: [{ text: service.specialty }],
      comment: waitText(service.waitWeeks),
    })),
    ...verificationResults(
      `clinic-${id}`,
      clinicStatements(clinic),
      {
        accepting: [`Location/${id}`, `Location.extension('${NEW_PATIENTS}')`],
        hours: [`Location/${id}`, 'Location.hoursOfOperation'],
        // FHIR has no element for "known to be without".
        ...(clinic.wheelchair && {
          wheelchair: [`Location/${id}`, `Location.extension('${ACCESSIBILITY}')`],
        }),
        ...(virtualVisits && {
          virtualVisits: [`HealthcareService/${id}`, `HealthcareService.extension('${DELIVERY_METHOD}')`],
        }),
        phone: [`Location/${id}`, 'Location.telecom'],
        website: [`Location/${id}`, 'Location.telecom'],
      },
      ({ fact, source, method }) => [fact, source, method],
    ),
    ...services.flatMap((service) => {
      const target = `HealthcareService/${FHIR_ID.service(id, service.specialty)}`;
      return verificationResults(
        `clinic-${id}`,
        serviceStatements(service),
        {
          serviceAccepting: [target, `HealthcareService.extension('${NEW_PATIENTS}')`],
          serviceWait: [target, 'HealthcareService.comment'],
        },
        ({ fact, source, method }) => [service.specialty, fact, source, method],
      );
    }),
  ];
}

const VIRTUAL = {
  url: DELIVERY_METHOD,
  extension: [
    { url: 'type', valueCodeableConcept: planNetCode('DeliveryMethodCS', 'virtual', 'Virtual visits') },
  ],
};
const WHEELCHAIR = {
  url: ACCESSIBILITY,
  valueCodeableConcept: planNetCode('AccessibilityCS', 'handiaccess', 'Wheelchair-accessible'),
};

function locationOf(clinic: ClinicRecord): Location {
  const { id, name, address, postalCode, lat, lng, positionSource, phone, website, wheelchair } = clinic;
  const acceptance = newPatients(clinic.accepting, clinic.acceptingObserved?.code);
  return {
    resourceType: 'Location',
    id,
    extension: someOf([...acceptance, ...(wheelchair === true ? [WHEELCHAIR] : [])]),
    identifier: [clinicIdentifier(id)],
    status: 'active',
    name,
    type: [{ text: clinic.type }],
    telecom: telecomOf(phone, website),
    address: { text: address, postalCode: postalCode || undefined },
    // The center of a postal area is not where the clinic is.
    position: positionSource === 'source' ? { longitude: lng, latitude: lat } : undefined,
    managingOrganization: referenceTo('Organization', id),
    hoursOfOperation: someOf(clinic.openingHours.map(hoursOf)),
    availabilityExceptions: specialDaysText(clinic.specialDays) || undefined,
  };
}

/** FHIR has a place for closures of a certain year; `availabilityExceptions` describes all special days. */
function closureOf(days: SpecialDays): HealthcareServiceNotAvailable[] {
  if (days.on !== 'dates' || days.weekdays || days.hours?.length !== 0) return [];
  return [{ description: 'Closed', during: { start: days.from, end: days.to } }];
}

function hoursOf({ weekday, opens, closes }: OpeningInterval): LocationHoursOfOperation {
  const daysOfWeek = [DAYS[weekday - 1]!];
  if (opens === 0 && closes === DAY_MINUTES) return { daysOfWeek, allDay: true };
  return {
    daysOfWeek,
    openingTime: timeOf(opens),
    // FHIR has no 24:00. An end before the beginning is one of the next day.
    closingTime: closes === null ? undefined : closes === DAY_MINUTES ? '23:59:59' : timeOf(closes),
  };
}

function timeOf(minutes: number): string {
  return `${clock(minutes)}:00`;
}

function waitText(weeks: number): string {
  return `Wait for an appointment, as last reported: ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`;
}
