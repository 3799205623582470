import {
  DoctorItem,
  DoctorQuery,
  type DoctorsAtClinic,
  DoctorSearchQuery,
} from '@care-atlas/domain/contract';
import type { DoctorsQuery } from '../directory/directory-reader.js';
import type { FoundDoctor, FoundDoctors } from '../directory/stored-doctors.js';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
import { type OmittedFields, outputSchemaOf } from './declaration/output-schema.js';
import type { Texts } from '../texts/texts.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, acceptanceItem } from '../directory/availability.js';
import { withAskedHours } from '../directory/asked-hours.js';
import { remembered } from './answer/remembered.js';
import {
  acceptance,
  distance,
  joinPhrases,
  openingTimes,
  position,
  registrationText,
} from './answer/text.js';

/** Fields of get_doctor and get_clinic that do not help to choose between doctors. */
const OMITTED: OmittedFields = { DoctorItem: ['id', 'syncedAt'], ClinicSummary: ['lat', 'lng'] };
/** The minimum length of the omitted fields: an id, and a position in whole degrees. */
const OMITTED_LENGTH = `"id":"${'-'.repeat(36)}","syncedAt":"","lat":0,"lng":0,`.length;

export const searchDoctors = listTool<DoctorsQuery, FoundDoctors>({
  name: 'search_doctors',
  description:
    'Finds doctors that match every filter. Use it for "who": by name, specialty, language, place or hours. Filters on clinics apply to the primary one. Example: {"specialties":["Family Medicine"],"languages":["Tamil"],"accepting":true}. For clinics use search_clinics, for waiting times list_specialists, for numbers count_doctors. It cannot find parking, home visits, fees or appointments.',
  query: DoctorSearchQuery,
  otherwise: { without: 'q', query: DoctorQuery },
  hasOpenNow: true,
  hasCard: true,
  list: 'doctors',
  item: outputSchemaOf(DoctorItem, OMITTED),
  next: 'doctors',
  find: (query, directory, sizes) =>
    findNames(byClinic(query), (search) => directory.findDoctors(search, sizes)),
  contentOf: ({ doctors, matches }, query, now, texts) => ({
    heading: texts.answers.listed['doctors'],
    rows: doctors.map((each) => {
      const doctor = withAskedHours(each, query);
      const { atClinic } = doctor;
      return atClinic && atClinic.count > 1
        ? groupRow(doctor, atClinic, now, texts)
        : doctorRow(doctor, now, texts);
    }),
    above: alikeNotice(texts.answers, matches),
  }),
  omittedLength: OMITTED_LENGTH,
});

/** Groups doctors by clinic, unless one person, one clinic or the most experienced are meant. */
function byClinic(query: DoctorsQuery): DoctorsQuery {
  const isOfPersons = query.q !== undefined || query.clinic !== undefined || query.sort === 'years';
  return isOfPersons ? query : { ...query, group: 'clinic' };
}

// The texts of what many doctors share are made once for all of them.
const sharedTexts = remembered(({ answers, records }: Texts) => ({
  specialtiesText: remembered((names: readonly string[]) => names.map(records.specialty).join(answers.and)),
  languagesText: remembered((names: readonly string[]) =>
    answers.speaks(names.map(records.language).join('/')),
  ),
}));
const observedAcceptance = remembered(acceptanceItem);

// Member by member: removing members from a copy takes ten times as long.
export function doctorRow(doctor: FoundDoctor, now: Date, texts: Texts): Row {
  const { answers: t, records } = texts;
  const { cpsoNumber, name, gender, specialties, languages, yearsOfPractice, dataFreshness } = doctor;
  const { id, name: clinicName, acceptingNewPatients } = doctor.clinic;
  const facts = clinicFacts(doctor, now, texts);
  const profile = profileOf(doctor, texts);
  const freshness = t.record(records.freshness(dataFreshness));
  return {
    line: `- ${name} (cpso ${cpsoNumber})${t.colon} ${joinPhrases(profile, facts.accepts, freshness)}; ${joinPhrases(clinicName, facts.place)} (clinic ${id})`,
    item: {
      cpsoNumber,
      name,
      gender,
      specialties,
      languages,
      clinic: { ...facts.clinic, acceptingNewPatients, acceptance: facts.acceptance },
      yearsOfPractice,
      dataFreshness,
      ...facts.members,
      registration: doctor.registration,
    },
  };
}

/** Returns the row of a clinic with several doctors who match: what is known of it, and the names of the first three. */
function groupRow(first: FoundDoctor, { count, doctors }: DoctorsAtClinic, now: Date, texts: Texts): Row {
  const { answers: t } = texts;
  const { cpsoNumber, name, specialties } = first;
  const { id, name: clinicName } = first.clinic;
  const { clinic, accepts, acceptance, place, members } = clinicFacts(first, now, texts);
  const { specialtiesText } = sharedTexts(texts);
  const offered = specialtiesText(specialties);
  const [firstNamed = '', ...others] = doctors.map((doctor, at) => {
    const its = specialtiesText(doctor.specialties);
    return `${doctor.name} (cpso ${doctor.cpsoNumber})${at > 0 && its !== offered ? `, ${its}` : ''}`;
  });
  const named = [`${firstNamed}, ${offered}`, ...others];
  return {
    line: `- ${clinicName} (clinic ${id})${t.colon} ${joinPhrases(place, accepts)}; ${t.doctorsMatch(count, named.join('; '), count - named.length)}`,
    item: {
      cpsoNumber,
      name,
      specialties,
      atClinic: { count, others },
      clinic: { ...clinic, acceptance },
      ...members,
    },
  };
}

function profileOf(
  { specialties, gender, yearsOfPractice, languages, registration }: FoundDoctor,
  texts: Texts,
): string {
  const { answers, records } = texts;
  const { specialtiesText, languagesText } = sharedTexts(texts);
  return joinPhrases(
    specialtiesText(specialties),
    gender && records.gender(gender),
    answers.years(yearsOfPractice),
    languagesText(languages),
    registrationText(registration, records),
  );
}

/** Returns what a row says of the primary clinic. */
function clinicFacts(doctor: FoundDoctor, now: Date, { records }: Texts) {
  const { distanceMeters, lat, lng, website, openingHours, specialHours } = doctor;
  const { id, name, address, phone } = doctor.clinic;
  const known = acceptanceIn(doctor);
  const asked = [position(doctor), website, openingTimes(doctor, records)];
  return {
    clinic: { id, name, address, phone },
    acceptance: observedAcceptance(known),
    accepts: acceptance(known, now, records),
    place: joinPhrases(address, distance(doctor, records), phone, ...asked),
    members: { distanceMeters, lat, lng, phone: doctor.phone, website, openingHours, specialHours },
  };
}
