import { CLINIC_TYPES } from '@care-atlas/domain/records';
import { clinicUuid } from '../sources/clinics.js';
import { kindIn, specialtyIn } from '../values/clinic/kind-words.js';
import {
  acceptingIn,
  addressText,
  closureText,
  hoursText,
  NEW_PATIENTS,
  telecomOf,
  virtualIn,
  wheelchairIn,
  wordsOf,
} from './elements.js';
import type { Concept, FhirResources, Resource } from './resources.js';

const UUID = /^urn:uuid:(.+)$/i;
const WAIT_WEEKS = /\b(\d+) weeks?\b/i;
const STATUSES: Readonly<Record<string, string>> = {
  active: 'open',
  suspended: 'temporarily closed',
  inactive: 'closed',
};

/** Returns a row of `clinics` for each Location, and for each Organization with an address that no Location has. */
export function clinicRows(resources: FhirResources): object[] {
  const locations = resources.all('Location').filter(({ status }) => status !== 'entered-in-error');
  const managed = new Set(locations.map((location) => organizationOf(resources, location)));
  const others = resources.all('Organization').filter((each) => each.address?.length && !managed.has(each));
  const services = servicesByLocation(resources);
  const observed = observations(resources);
  return [
    ...locations.map((location) => {
      const organization = organizationOf(resources, location);
      const offered = services.get(location) ?? [];
      return {
        id: idOf('Location', location),
        ...placeOf(location, organization),
        ...typeOf([...(location.type ?? []), ...offered.flatMap(conceptsOf)], location.name),
        status: STATUSES[location.status ?? ''],
        opening_hours: hoursText(location.hoursOfOperation, [
          location.availabilityExceptions,
          ...(wholeOf(offered)?.notAvailable ?? []).map(closureText),
        ]),
        wheelchair: wheelchairIn(location.extension),
        virtual_visits: offered.map(({ extension }) => virtualIn(extension)).find(Boolean),
        accepting: acceptingIn(location.extension) ?? acceptingIn(wholeOf(offered)?.extension),
        ...observed.get(location),
      };
    }),
    ...others.map((organization) => ({
      id: idOf('Organization', organization),
      ...placeOf(organization, undefined),
      ...typeOf([], organization.name),
      status: organization.active === false ? 'closed' : undefined,
    })),
  ];
}

/** Returns a row of `specialists` for each specialty of a service at a location whose comment names a wait in weeks. */
export function serviceRows(resources: FhirResources): object[] {
  return resources.all('HealthcareService').flatMap((service) => {
    const { active, comment = '', specialty: specialties = [], location: places = [], extension } = service;
    const weeks = WAIT_WEEKS.exec(comment)?.[1];
    if (active === false || weeks === undefined) return [];
    return places.flatMap(({ reference }) => {
      const location = resources.find('Location', reference);
      return specialties.map((specialty) => ({
        clinic_id: location && clinicUuid(idOf('Location', location)),
        specialty: specialtyIn(wordsOf(specialty) ?? '') ?? wordsOf(specialty),
        wait_weeks: weeks,
        accepting: acceptingIn(extension),
      }));
    });
  });
}

/** Returns where a place is and how it is reached. @param organization says what its location does not */
export function placeOf(
  place: Resource<'Location'> | Resource<'Organization'>,
  organization: Resource<'Organization'> | undefined,
) {
  const own = Array.isArray(place.address) ? place.address[0] : place.address;
  const address = addressText(own) === undefined ? organization?.address?.[0] : own;
  const position = 'position' in place ? place.position : undefined;
  return {
    name: place.name ?? organization?.name,
    address: addressText(address),
    postal_code: address?.postalCode,
    lat: position?.latitude,
    lng: position?.longitude,
    phone: telecomOf(place.telecom, 'phone') ?? telecomOf(organization?.telecom, 'phone'),
    website: telecomOf(place.telecom, 'url') ?? telecomOf(organization?.telecom, 'url'),
  };
}

export function organizationOf(
  resources: FhirResources,
  location: Resource<'Location'>,
): Resource<'Organization'> | undefined {
  return resources.find('Organization', location.managingOrganization?.reference);
}

/** Returns the type of a place: a word of the directory, or what the words of FHIR say, or else the name of the place. */
export function typeOf(
  concepts: readonly Concept[],
  name = '',
): { readonly type?: string; readonly healthcare?: string | undefined } {
  const words = concepts.flatMap((concept) => wordsOf(concept) ?? []);
  const type = words.find((word) => (CLINIC_TYPES as readonly string[]).includes(word));
  if (type !== undefined) return { type };
  return { healthcare: [...words, name].map(kindIn).find(Boolean) ?? words[0] };
}

function idOf(
  type: string,
  { id = '', identifier = [] }: { id?: string; identifier?: { value?: string }[] },
): string {
  const uuid = identifier.map(({ value = '' }) => UUID.exec(value)?.[1]).find(Boolean);
  return uuid ?? `${type}/${id}`;
}

function conceptsOf({ type = [], specialty = [] }: Resource<'HealthcareService'>): readonly Concept[] {
  return [...type, ...specialty];
}

/** Returns the service of a place as a whole. */
function wholeOf(
  services: readonly Resource<'HealthcareService'>[],
): Resource<'HealthcareService'> | undefined {
  return services.find(({ specialty }) => specialty === undefined);
}

function servicesByLocation(
  resources: FhirResources,
): ReadonlyMap<Resource<'Location'>, readonly Resource<'HealthcareService'>[]> {
  const services = new Map<Resource<'Location'>, Resource<'HealthcareService'>[]>();
  for (const service of resources.all('HealthcareService'))
    for (const { reference } of service.active === false ? [] : (service.location ?? [])) {
      const location = resources.find('Location', reference);
      if (location) services.set(location, [...(services.get(location) ?? []), service]);
    }
  return services;
}

/** Returns when and how it was last observed whom each location accepts: the verification that agrees with it. */
function observations(resources: FhirResources): ReadonlyMap<Resource<'Location'>, object> {
  const found = new Map<Resource<'Location'>, { readonly accepting_observed_at: string }>();
  for (const { target = [], targetLocation = [], status, lastPerformed, validationProcess } of resources.all(
    'VerificationResult',
  )) {
    if (status === 'val-fail' || lastPerformed === undefined) continue;
    if (!targetLocation.some((path) => path.startsWith('Location.') && path.includes(NEW_PATIENTS))) continue;
    for (const { reference } of target) {
      const location = resources.find('Location', reference);
      if (!location || (found.get(location)?.accepting_observed_at ?? '') >= lastPerformed) continue;
      const method = { accepting_method: wordsOf(validationProcess?.[0]) };
      found.set(location, { accepting_observed_at: lastPerformed, ...method });
    }
  }
  return found;
}
