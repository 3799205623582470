import { type ClinicSummary, DoctorItem, DoctorQuery, DoctorSearchQuery } from '@care-atlas/domain/contract';
import type { DoctorsQuery } from '../directory/directory-reader.js';
import type { FoundDoctor, FoundDoctors } from '../directory/stored-doctors.js';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
import { type OmittedFields, outputSchemaOf } from './declaration/output-schema.js';
import type { Texts } from '../texts/texts.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, acceptanceItem } from '../directory/availability.js';
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
  find: (query, directory, sizes) => findNames(query, (search) => directory.findDoctors(search, sizes)),
  contentOf: ({ doctors, matches }, _query, now, texts) => ({
    heading: texts.answers.listed['doctors'],
    rows: doctors.map((doctor) => doctorRow(doctor, now, texts)),
    above: alikeNotice(texts.answers, matches),
  }),
  omittedLength: OMITTED_LENGTH,
});

// The texts of what many doctors share are made once for all of them.
const sharedTexts = remembered(({ answers, records }: Texts) => ({
  specialtiesText: remembered((names: readonly string[]) => names.map(records.specialty).join(answers.and)),
  languagesText: remembered((names: readonly string[]) =>
    answers.speaks(names.map(records.language).join('/')),
  ),
}));
const placeText = remembered(({ name, address }: ClinicSummary) => joinPhrases(name, address));
const observedAcceptance = remembered(acceptanceItem);

// Member by member: removing members from a copy takes ten times as long.
export function doctorRow(doctor: FoundDoctor, now: Date, texts: Texts): Row {
  const { answers: t, records } = texts;
  const { specialtiesText, languagesText } = sharedTexts(texts);
  const { cpsoNumber, name, gender, specialties, languages, yearsOfPractice, dataFreshness } = doctor;
  const { distanceMeters, lat, lng, website, openingHours, specialHours } = doctor;
  const { id, name: clinicName, address, phone, acceptingNewPatients } = doctor.clinic;
  const known = acceptanceIn(doctor);
  const observed = observedAcceptance(known);
  const clinic = { id, name: clinicName, address, phone, acceptingNewPatients, acceptance: observed };
  const who = { cpsoNumber, name, gender, specialties, languages };
  const profile = joinPhrases(
    specialtiesText(specialties),
    gender && records.gender(gender),
    t.years(yearsOfPractice),
    languagesText(languages),
    registrationText(doctor.registration, records),
    acceptance(known, now, records),
    t.record(records.freshness(dataFreshness)),
  );
  const asked = [position(doctor), website, openingTimes(doctor, records)];
  const place = joinPhrases(placeText(doctor.clinic), distance(doctor, records), phone, ...asked);
  return {
    line: `- ${name} (cpso ${cpsoNumber})${t.colon} ${profile}; ${place} (clinic ${id})`,
    item: {
      ...who,
      clinic,
      yearsOfPractice,
      dataFreshness,
      distanceMeters,
      lat,
      lng,
      phone: doctor.phone,
      website,
      openingHours,
      registration: doctor.registration,
      specialHours,
    },
  };
}
