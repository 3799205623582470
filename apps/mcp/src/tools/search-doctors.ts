import { DoctorItem, type DoctorList, DoctorQuery, DoctorSearchQuery } from '@care-atlas/domain/contract';
import type { Row } from './answer/budget.js';
import { alikeNotice, findNames } from './answer/name-search.js';
import { type OmittedFields, outputSchemaOf } from './declaration/output-schema.js';
import type { Texts } from '../texts/texts.js';
import { listTool } from './declaration/list-tool.js';
import { acceptanceIn, acceptanceItem, withAvailability } from './answer/availability.js';
import { acceptance, distance, joinPhrases, openingTimes, position } from './answer/text.js';

/** Fields of get_doctor and get_clinic that do not help to choose between doctors. */
const OMITTED: OmittedFields = { DoctorItem: ['id', 'syncedAt'], ClinicSummary: ['lat', 'lng'] };
/** The minimum length of the omitted fields: an id, and a position in whole degrees. */
const OMITTED_LENGTH = `"id":"${'-'.repeat(36)}","syncedAt":"","lat":0,"lng":0,`.length;

export const searchDoctors = listTool<DoctorQuery, DoctorList>({
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
  find: (query, reads, sizes) => {
    const asked = withAvailability(query);
    if (!hasSearchText(asked)) return reads.listDoctors(asked, sizes);
    return findNames(asked, (search) => reads.searchDoctors(search, sizes));
  },
  contentOf: ({ doctors, matches }, _query, now, texts) => ({
    heading: texts.answers.listed['doctors'],
    rows: doctors.map((doctor) => rowOf(doctor, now, texts)),
    above: alikeNotice(texts.answers, matches),
  }),
  omittedLength: OMITTED_LENGTH,
});

function hasSearchText(query: DoctorQuery): query is DoctorSearchQuery {
  return (query as Partial<DoctorSearchQuery>).q !== undefined;
}

// Member by member: removing members from a copy takes ten times as long.
function rowOf(doctor: DoctorItem, now: Date, { answers: t, records }: Texts): Row {
  const { cpsoNumber, name, gender, specialties, languages, yearsOfPractice, dataFreshness } = doctor;
  const { distanceMeters, lat, lng, website, openingHours } = doctor;
  const { id, name: clinicName, address, phone, acceptingNewPatients } = doctor.clinic;
  const known = acceptanceIn(doctor);
  const observed = acceptanceItem(known);
  const clinic = { id, name: clinicName, address, phone, acceptingNewPatients, acceptance: observed };
  const who = { cpsoNumber, name, gender, specialties, languages };
  const profile = joinPhrases(
    specialties.map(records.specialty).join(t.and),
    gender && records.gender(gender),
    t.years(yearsOfPractice),
    t.speaks(languages.map(records.language).join('/')),
    acceptance(known, now, records),
    t.record(records.freshness(dataFreshness)),
  );
  const asked = [position(doctor), website, openingTimes(doctor, records)];
  const place = joinPhrases(clinicName, address, distance(doctor, records), phone, ...asked);
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
    },
  };
}
