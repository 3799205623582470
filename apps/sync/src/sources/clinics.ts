import type { ClinicInput } from '@care-atlas/data/sync';
import { CLINIC_TYPES } from '@care-atlas/domain/records';
import { v5 } from 'uuid';
import { type InputRow, YES_NO } from '../rows/input-row.js';
import { clinicAddressIn } from '../values/address/row-address.js';
import { Calendar } from '../values/dates/calendar.js';
import { METHOD_MEANING, methodIn } from '../values/method.js';
import { clinicHoursOf } from '../values/clinic/clinic-hours.js';
import { FORMER_KINDS, LIFE_FLAGS, whyClosed } from '../values/clinic/clinic-life.js';
import { clinicTypeOf } from '../values/clinic/clinic-type.js';
import { OpeningHoursReader } from '../values/opening-hours.js';
import { NO_PLACE, positionOf, postalCodeOf } from '../values/postal-code.js';
import { telephoneOf } from '../values/telephone.js';
import { webAddressOf } from '../values/web-address.js';
import { wordTable } from '../values/word-table.js';
import type { SourceRows } from '../rows/source-rows.js';
import type { Source } from './source.js';
import { UUID } from './subject.js';

/** Never change this: the ids of all clinics without a UUID follow from it. */
const NAMESPACE = '0f6b5a52-3a57-4d0c-8a59-3f0f2a9cbb1e';

/** Access by OpenStreetMap's `wheelchair`: "limited" does not promise that a wheelchair gets in. */
const WHEELCHAIR = wordTable('wheelchair', ['yes', 'no']);

const OSM_ID = /^(?:node|way|relation)\/\d+$/;

/** The meaning of columns such as `disused:amenity`. */
const FORMER = 'what the place once was; if it is nothing else now, it is not listed';

/** The columns that have a street. */
const ADDRESSES = ['address', 'addr:full', 'addr:street'];

/** The columns of the fields that stay as they are when a file has none of them. */
const FIELDS = {
  phone: ['phone', 'contact:phone'],
  website: ['website', 'contact:website', 'url'],
  openingHours: ['opening_hours'],
  wheelchair: ['wheelchair'],
  virtualVisits: ['virtual_visits'],
  accepting: ['accepting'],
  postalCode: ['postal_code', 'addr:postcode'],
  position: ['lat', 'lng', 'lon'],
};

/** Clinics, from an operator's own file or from OpenStreetMap. */
export const clinics: Source = {
  name: 'clinics',
  summary: 'clinics, from your own file or with the tags of OpenStreetMap',
  formats: ['CSV', 'NDJSON', 'GeoJSON', 'Esri JSON', 'Excel (.xlsx)', 'Overpass JSON', 'OpenStreetMap PBF'],
  columns: {
    id: 'a UUID, or a stable name in the source such as node/123 (a version 5 UUID is derived from it)',
    name: 'name',
    address: 'street, municipality and province on one line; or use the addr: columns',
    'addr:full': 'the same as address',
    'addr:unit': 'unit in the building',
    'addr:housenumber': 'street number',
    'addr:street': 'street',
    'addr:city':
      'municipality; in a file without streets and addresses, and of an element of OpenStreetMap without them, it is the address of a place with coordinates',
    'addr:postcode': 'postal code, A1A 1A1; also postal_code',
    postal_code:
      'postal code, A1A 1A1; default: that of the address; may be empty where the coordinates are given',
    lat: 'latitude, decimal degrees; may be empty together with lng',
    lng: 'longitude, decimal degrees; also lon',
    lon: 'longitude, decimal degrees',
    phone: 'telephone, such as 416-555-0123 ext. 5; also contact:phone',
    'contact:phone': 'telephone',
    website: 'web address, https:// by default; also contact:website or url',
    'contact:website': 'web address',
    url: 'web address',
    type: `${CLINIC_TYPES.join(', ')}, or words such as walk-in clinic; if empty, healthcare or amenity decides`,
    healthcare: 'doctor, clinic, centre, hospital, …; a pharmacy, dentist or laboratory is left out',
    'healthcare:speciality': 'a value other than general makes a clinic a specialist',
    amenity: 'doctors, clinic, hospital; used where healthcare is empty',
    shop: 'what a place sells: it is left out, unless amenity, or more than clinic or yes in healthcare, makes it a clinic',
    opening_hours:
      'as in OpenStreetMap: Mo-Fr 09:00-17:00; Sa 10:00-14:00; PH off; also Mon-Fri 9-5, Lun-Ven 9h-17h; off means closed for good',
    status: 'open, operational, active, …, or closed, inactive, …: a place that is closed is not listed',
    operational_status: 'the same',
    end_date: 'when the place ended: 2019-03-01, 2019-03 or 2019; in the past, it is not listed',
    ...Object.fromEntries(LIFE_FLAGS.map((flag) => [flag, 'yes: the place is closed, and not listed'])),
    ...Object.fromEntries(FORMER_KINDS.map((column) => [column, FORMER])),
    wheelchair: 'yes, designated, limited (counts as no), no',
    virtual_visits: 'whether they are offered: yes, no',
    accepting: 'whether new patients are accepted: yes, no',
    accepting_observed_at:
      'when that was observed, 2026-10-03; if empty, it is listed since the first file that says so',
    accepting_method: METHOD_MEANING,
    sample: 'whether the clinic is invented, for demonstration: yes, no; never mixed with real clinics',
  },
  needs: [['id'], ['name'], [...ADDRESSES, 'addr:city'], ['type', 'healthcare', 'amenity']],
  fields: FIELDS,
  complete: 'the file holds every clinic of this source: clinics that it lacks are closed',
  confirms:
    'each complete file of the source confirms what it says without a date, because somebody keeps it current',
  removesRecords: true,
  example: 'clinics apps/sync/examples/clinics.csv',
  next: ({ lacks }) =>
    lacks.includes('doctors')
      ? 'The register places doctors at clinics by their practice addresses: import it next.'
      : '',
  async write(source, writer, { complete, now }) {
    const ended: string[] = [];
    await writer.clinics(source.records(clinicReader(source, now, ended), idOf), { complete, ended });
  },
};

/**
 * Returns a function that reads clinics.
 * @param ended receives the ids of the places that are no open clinics
 */
export function clinicReader(source: SourceRows, now: Date, ended: string[] = []) {
  const reading: Reading = {
    source,
    ended,
    calendar: new Calendar(now),
    hours: new OpeningHoursReader(now),
  };
  return (row: InputRow) => clinicOf(row, reading);
}

interface Reading {
  readonly source: SourceRows;
  readonly ended: string[];
  readonly calendar: Calendar;
  readonly hours: OpeningHoursReader;
}

function clinicOf(row: InputRow, reading: Reading): ClinicInput | undefined {
  const { source, calendar } = reading;
  const closed = whyClosed(row, source, calendar);
  if (closed !== undefined) return leaveOut(row, reading, closed);
  const type = row.field('type', 'family-practice', () => clinicTypeOf(row));
  if (type === null) return leaveOut(row, reading, 'facilities without physicians, such as pharmacies');
  if (isUnaddressed(row)) return source.skip('elements of OpenStreetMap without a name or a street');
  const id = row.essential('', () => idOf(row) ?? row.required('id'));
  const name = row.essential('', () => row.required('name'));
  const postalColumn = row.filled('postal_code', 'addr:postcode');
  const given = row.field('postalCode', '', () => postalCodeOf(row, postalColumn));
  const { address, postalCode } = row.field('address', { address: '', postalCode: given }, () =>
    addressOf(row, source, given),
  );
  const lng = row.filled('lng', 'lon');
  const postal = { column: postalColumn, code: postalCode };
  const place = row.field('place', NO_PLACE, () => positionOf(row, postal, { lat: 'lat', lng }));
  const { isClosed, ...hours } = clinicHoursOf(row, source, reading.hours, type === 'walk-in');
  if (isClosed) return leaveOut(row, reading, 'places that are closed according to their opening hours');
  return {
    id,
    name,
    address,
    postalCode,
    ...place,
    type,
    phone: row.field('phone', '', () => telephoneOf(row, row.filled('phone', 'contact:phone'), source)),
    website: row.field('website', '', () =>
      webAddressOf(row, row.filled('website', 'contact:website', 'url')),
    ),
    ...hours,
    wheelchair: row.field('wheelchair', null, () => wheelchairOf(row)),
    virtualVisits: row.field('virtualVisits', null, () => row.yesNo('virtual_visits')),
    ...acceptanceOf(row, calendar),
    origin: row.field('sample', null, () => row.yesNo('sample')) ? 'sample' : 'clinic',
  };
}

/** Leaves out a place that is no open clinic. Where it is stored, it closes. */
function leaveOut(row: InputRow, { source, ended }: Reading, reason: string): undefined {
  const id = idOf(row);
  if (id !== undefined) ended.push(id);
  return source.skip(reason);
}

/** Many elements of OpenStreetMap are mapped without what a directory needs: that is no mistake in the file. */
function isUnaddressed(row: InputRow): boolean {
  if (!OSM_ID.test(row.text('id'))) return false;
  return !row.has('name') || !(ADDRESSES.some((name) => row.has(name)) || isPlaced(row));
}

/** Returns whether the municipality is the address: a file without streets has only that, and so have elements of OpenStreetMap. */
function isPlaced(row: InputRow): boolean {
  const isWithoutStreet = OSM_ID.test(row.text('id'))
    ? row.has('addr:city') && !ADDRESSES.some((name) => row.has(name))
    : ADDRESSES.every((name) => row.columns.isAbsent(name));
  return row.has('lat') && isWithoutStreet;
}

/** What becomes of an answer with a bad time: it must not become one of today. */
const UNDATED = 'the answer is kept without a date';

/** Returns the observation of a row. */
function acceptanceOf(
  row: InputRow,
  calendar: Calendar,
): Pick<ClinicInput, 'accepting' | 'acceptingObserved' | 'acceptingMethod'> {
  const accepting = row.field('accepting', null, () => row.yesNo('accepting'));
  const observedAt = row.doubtful(undefined, () => calendar.time(row, 'accepting_observed_at'), UNDATED);
  const method = row.field('accepting', '', () => methodIn(row, 'accepting_method'));
  if (row.kept.includes('accepting')) return { accepting: null };
  return {
    accepting,
    ...(observedAt ? { acceptingObserved: { observedAt, method } } : { acceptingMethod: method }),
  };
}

function idOf(row: InputRow): string | undefined {
  const id = row.key('id');
  // Any text can be an id: in a row that cannot be parsed, none is certain.
  return id === '' || row.fault ? undefined : clinicUuid(id);
}

/** Returns the id of a clinic in the directory, by its id in its source. */
export function clinicUuid(id: string): string {
  return UUID.test(id) ? id.toLowerCase() : v5(id, NAMESPACE);
}

/** Returns the address on one line, from the parts that the source has, and its postal code. */
function addressOf(row: InputRow, source: SourceRows, postalCode: string) {
  const full = row.filled('address', 'addr:full');
  if (row.has(full)) return clinicAddressIn(row, full, source, postalCode);
  const number = [row.text('addr:unit'), row.text('addr:housenumber')].filter(Boolean).join('-');
  // A message names a column of the file.
  const column = ADDRESSES.findLast((name) => !row.columns.isAbsent(name)) ?? 'addr:street';
  const hasStreet = !isPlaced(row);
  const name = hasStreet ? row.required(column) : '';
  const city = hasStreet ? row.text('addr:city') : row.required('addr:city');
  const street = [number, name].filter(Boolean).join(' ');
  const province = ['ON', postalCode].filter(Boolean).join(' ');
  return { address: [street, city, province].filter(Boolean).join(', '), postalCode };
}

function wheelchairOf(row: InputRow): boolean | null {
  const value = row.text('wheelchair').toLowerCase();
  if (value === '') return null;
  const word = WHEELCHAIR.get(value);
  if (word) return word === 'yes';
  return YES_NO[value] ?? row.reject('wheelchair', 'yes, limited or no, or empty');
}
