import { independenceOf } from '@care-atlas/domain/rules';
import { compareText } from '@care-atlas/domain/text';
import { LANGUAGE_CODES } from '@care-atlas/domain/vocabulary';
import { UnusableInput } from '../rows/unusable-input.js';
import { Calendar } from '../values/dates/calendar.js';
import { organizationOf, placeOf, typeOf } from './clinic-rows.js';
import { telecomOf, wordsOf } from './elements.js';
import type { Concept, Extension, FhirResources, Resource } from './resources.js';

/** The system of the numbers of physicians in Ontario, which exports have. */
export const REGISTER_SYSTEM = 'https://fhir.infoway-inforoute.ca/NamingSystem/ca-on-license-physician';
const MOST_LOCATIONS = 5;
const SHOWN_SYSTEMS = 5;
const GENDERS: Readonly<Record<string, string>> = { other: 'Non-binary', unknown: '' };
const LANGUAGES = new Map(Array.from(LANGUAGE_CODES, ([name, code]) => [code, name]));
/** The degree of a physician: of HL7's table 0360, or in words. */
const DEGREE = /^(?:MD|MBBS|MBChB|Doctor of Medicine)\b/i;
const INDEPENDENT = /independent practice/i;
const RESTRICTIONS = /\b(?:restrictions?|limitations?|conditions?)\b/i;
/** What makes "yes" mean that there are none. */
const DENIAL = /\b(?:no|non|not|without)\b/i;

/**
 * Returns a row of `register` for each Practitioner, with the specialties and places of its roles.
 * @param system the system of the identifiers that are registration numbers
 * @param now qualifications that end later have not ended
 * @throws UnusableInput when no Practitioner has such an identifier
 */
export function registerRows(resources: FhirResources, system: string, now: Date): object[] {
  const calendar = new Calendar(now);
  const practitioners = resources.all('Practitioner');
  const numberOf = ({ identifier = [] }: Resource<'Practitioner'>) =>
    identifier.find((each) => each.system === system)?.value;
  if (practitioners.length > 0 && !practitioners.some(numberOf)) throw noNumbers(practitioners, system);
  const roles = Map.groupBy(mainFirst(resources), ({ practitioner }) =>
    resources.find('Practitioner', practitioner?.reference),
  );
  return practitioners.map((practitioner) => {
    const { name: names = [], gender, communication, telecom, active } = practitioner;
    const own = (roles.get(practitioner) ?? []).filter((role) => role.active !== false);
    const current = names.find(({ use }) => use === 'official') ?? names.find(({ use }) => use !== 'old');
    const { text, family, given = [] } = current ?? {};
    const specialties = new Set(
      own.flatMap(({ specialty = [] }) => specialty.flatMap((each) => wordsOf(each) ?? [])),
    );
    return {
      registration_number: numberOf(practitioner),
      name: text,
      ...(text === undefined && { first_name: given.join(' '), last_name: family }),
      gender: gender && (GENDERS[gender] ?? gender),
      status: statusOf(active, own),
      ...startOf(practitioner),
      class: classOf(practitioner, calendar),
      restrictions: restrictionsOf(practitioner, calendar),
      specialties: listed(specialties),
      languages: listed(communication?.map(languageOf)),
      booking_phone: telecomOf(telecom, 'phone'),
      booking_online: telecomOf(telecom, 'url'),
      ...locationsOf(own, resources),
    };
  });
}

/** Returns the roles, of which those come first whose place somebody verified: exports say so of the primary one. */
function mainFirst(resources: FhirResources): readonly Resource<'PractitionerRole'>[] {
  const verified = new Set(
    resources
      .all('VerificationResult')
      .filter(({ targetLocation }) => targetLocation?.includes('PractitionerRole.location'))
      .flatMap(({ target = [] }) =>
        target.map(({ reference }) => resources.find('PractitionerRole', reference)),
      ),
  );
  const roles = resources.all('PractitionerRole');
  return [...roles.filter((role) => verified.has(role)), ...roles.filter((role) => !verified.has(role))];
}

/** Returns the status; undefined where nobody said it. */
function statusOf(
  active: boolean | undefined,
  roles: readonly Resource<'PractitionerRole'>[],
): string | undefined {
  const isActive = active ?? (roles.some((role) => role.active) ? true : undefined);
  return isActive === undefined ? undefined : isActive ? 'Active' : 'Inactive';
}

function startOf({ qualification = [] }: Resource<'Practitioner'>): object {
  const start = (pattern: RegExp) =>
    qualification.find(({ code }) =>
      [code.text, ...(code.coding ?? []).flatMap((each) => [each.code, each.display])].some(
        (word) => word && pattern.test(word),
      ),
    )?.period?.start;
  return { independent_since: start(INDEPENDENT), graduated: start(DEGREE) };
}

/** Returns the class of registration that the newest qualification names which has not ended; undefined if none does. */
function classOf(practitioner: Resource<'Practitioner'>, calendar: Calendar): string | undefined {
  return currentWords(practitioner, calendar).find((word) => independenceOf(word) !== 'unknown');
}

/** Returns what the resource and its qualifications that have not ended say of restrictions; undefined if none does. */
function restrictionsOf(practitioner: Resource<'Practitioner'>, calendar: Calendar): string | undefined {
  const words = currentWords(practitioner, calendar).filter(
    (word) => independenceOf(word) === 'unknown' && RESTRICTIONS.test(word),
  );
  const stated = [practitioner, ...current(practitioner, calendar)].flatMap(({ extension = [] }) =>
    extension.flatMap((each) => {
      const name = nameOf(each);
      return RESTRICTIONS.test(name) && !DENIAL.test(name) ? (textOf(each) ?? []) : [];
    }),
  );
  return [...words, ...stated].join('|') || undefined;
}

/** Returns the last part of the address of an extension, in words: "practice restrictions" of `…/practice-restrictions`. */
function nameOf({ url }: Extension): string {
  return url.slice(url.lastIndexOf('/') + 1).replaceAll(/(?<=[a-z])(?=[A-Z])|[^a-zA-Z]+/g, ' ');
}

/** Returns what an extension says in words; undefined when it has only codes, or none. */
function textOf({ valueBoolean, valueString, valueCodeableConcept }: Extension): string | undefined {
  if (valueBoolean !== undefined) return valueBoolean ? 'yes' : 'no';
  return valueString ?? wordsOf(valueCodeableConcept);
}

/** Returns the qualifications that have not ended, the newest first. */
function current({ qualification = [] }: Resource<'Practitioner'>, calendar: Calendar) {
  return qualification
    .filter(({ period }) => period?.end === undefined || calendar.hasEnded(period.end) === false)
    .toSorted((a, b) => compareText(b.period?.start ?? '', a.period?.start ?? ''));
}

/** Returns the words of the qualifications that have not ended, the newest first. */
function currentWords(practitioner: Resource<'Practitioner'>, calendar: Calendar): readonly string[] {
  return current(practitioner, calendar)
    .flatMap(({ code }) => [code.text, ...(code.coding ?? []).map(({ display }) => display)])
    .filter((word) => word !== undefined);
}

function languageOf(concept: Concept): string | undefined {
  const codes = (concept.coding ?? []).map(({ code = '' }) => code);
  const names = codes.map((code) => LANGUAGES.get(code) ?? LANGUAGES.get(code.split('-')[0]!));
  return names.find(Boolean) ?? wordsOf(concept);
}

function listed(words: Iterable<string | undefined> | undefined): string | undefined {
  return words && [...words].filter(Boolean).join('|');
}

/** Returns the columns of the places of roles, each place once: the locations of a role, or else its organization. */
function locationsOf(roles: readonly Resource<'PractitionerRole'>[], resources: FhirResources): object {
  const places = new Map<object, object>();
  for (const role of roles) {
    const locations = (role.location ?? []).flatMap(
      ({ reference }) => resources.find('Location', reference) ?? [],
    );
    for (const location of locations)
      places.set(location, {
        ...placeOf(location, organizationOf(resources, location)),
        type: typeOf(location.type ?? []).type,
      });
    const organization = resources.find('Organization', role.organization?.reference);
    if (locations.length === 0 && organization?.address)
      places.set(organization, placeOf(organization, undefined));
  }
  const numbered = [...places.values()].slice(0, MOST_LOCATIONS).flatMap((place, index) =>
    Object.entries(place)
      .filter(([part]) => part !== 'website')
      .map(([part, value]: [string, unknown]) => [`location_${index + 1}_${part}`, value] as const),
  );
  return Object.fromEntries(numbered);
}

function noNumbers(practitioners: readonly Resource<'Practitioner'>[], system: string): UnusableInput {
  const systems = new Set(
    practitioners.flatMap(({ identifier = [] }) => identifier.flatMap((each) => each.system ?? [])),
  );
  const found = [...systems].slice(0, SHOWN_SYSTEMS).join(', ') || 'none';
  return new UnusableInput(
    `No Practitioner has an identifier of ${system}, but of: ${found}. ` +
      'Name the system of the registration numbers with --id-system.',
  );
}
