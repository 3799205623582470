import type { ClinicInput } from '@care-atlas/data/sync';
import { isOutsideRegion } from '@care-atlas/domain/places';
import { CLINIC_TYPES, type ClinicType } from '@care-atlas/domain/records';
import { v5 } from 'uuid';
import type { InputRow } from '../rows/input-row.js';
import { NO_PLACE, positionOf, postalCodeOf } from '../values/postal-code.js';
import { wordTable } from '../values/word-table.js';
import type { SourceRows } from '../rows/source-rows.js';
import type { Source } from './source.js';

/** Never change this: the ids of all imported facilities follow from it. */
const NAMESPACE = 'afa02e0e-c5bb-4e3a-9df1-76ebd325e3c3';

const AMBULATORY = 'Ambulatory health care services';
const HOSPITALS = 'Hospitals';
const RESIDENTIAL = 'Nursing and residential care facilities';
/** The meaning of a type of ambulatory care that does not say whether doctors work there, such as community support. */
const NONE = 'none';
/**
 * Clinic types by the source's types of ambulatory care. Only what the source itself calls a family practice,
 * community health centre or hospital is one, because people look for these by name. Other places of doctors serve one
 * particular need or group, which is closest to a specialist.
 */
const TYPE = wordTable('source_facility_type', [...CLINIC_TYPES, NONE]);
/** A name that says what the place is: the source lists some of these centers by one of the services that they have. */
const COMMUNITY_HEALTH_CENTRE = /\bcommunity health cent(re|er)\b/i;
/** The municipalities of the Greater Toronto Area. */
const GREATER_TORONTO = wordTable('municipality', ['inside']);

const LEFT_OUT = {
  [RESIDENTIAL]: 'residential care, which is not part of the directory',
  [NONE]: 'services that are not known to be places of doctors',
};

/** Facilities as Statistics Canada publishes them. What it does not say stays unknown. */
export const odhf: Source = {
  name: 'odhf',
  summary: 'health care facilities of the Open Database of Healthcare Facilities (Statistics Canada)',
  formats: ['CSV', 'Excel (.xlsx)'],
  columns: {
    odhf_index:
      'number of the facility in digits, each once; the id of the clinic is derived from it; also index',
    index: 'number of the facility, in the national file',
    facility_name: 'name',
    source_facility_type: 'type in the words of the provincial source, in any case; see below',
    odhf_facility_type: `"${AMBULATORY}", "${HOSPITALS}", or "${RESIDENTIAL}" (left out)`,
    unit: 'unit in the building, may be empty',
    street_no: 'street number, may be empty',
    street_name: 'street, may be empty',
    postal_code: 'A1A 1A1, may be empty where the coordinates are given',
    municipality: 'municipality; also CSDname or city',
    CSDname:
      'census subdivision, in the national file; others than those of the Greater Toronto Area are left out',
    city: 'municipality, in the national file, where CSDname is empty',
    province: 'in the national file; others than on are left out',
    lat: 'latitude, decimal degrees; may be empty together with lng; also latitude',
    lng: 'longitude, decimal degrees; also longitude',
    latitude: 'latitude, in the national file',
    longitude: 'longitude, in the national file',
  },
  needs: [
    ['odhf_index', 'index'],
    ['facility_name'],
    ['source_facility_type'],
    ['odhf_facility_type'],
    ['street_name'],
    ['postal_code'],
    ['municipality', 'CSDname', 'city'],
    ['lat', 'latitude'],
    ['lng', 'longitude'],
  ],
  // The source never has the others: what another one says stays.
  fields: { phone: [], website: [], openingHours: [], wheelchair: [], virtualVisits: [] },
  endsRecords: true,
  example: 'odhf tools/data/odhf_v1.1_gta.csv',
  next: ({ lacks }) =>
    lacks.includes('stations')
      ? 'Import the subway stations next: until then no clinic counts as near one.'
      : '',
  async write(source, writer) {
    const ended: string[] = [];
    await writer.clinics(
      source.records((row) => clinicOf(row, source, ended)),
      { ended },
    );
  },
};

function clinicOf(row: InputRow, source: SourceRows, ended: string[]): ClinicInput | undefined {
  const outside = outsideOf(row);
  if (outside) return source.skip(outside);
  const index = row.essential('', () => row.matching(row.filled('odhf_index', 'index'), /^\d+$/, 'digits'));
  const name = row.essential('', () => nameOf(row));
  const type = row.field('type', 'specialist', () => typeOf(row, name));
  if (type === RESIDENTIAL || type === NONE) {
    if (index !== '') ended.push(idOf(index));
    return source.skip(LEFT_OUT[type]);
  }
  const postalCode = row.field('postalCode', '', () => postalCodeOf(row, 'postal_code'));
  const postal = { column: 'postal_code', code: postalCode };
  const coordinates = { lat: row.filled('lat', 'latitude'), lng: row.filled('lng', 'longitude') };
  return {
    id: idOf(index),
    name,
    address: row.field('address', '', () => addressOf(row, postalCode)),
    postalCode,
    ...row.field('place', NO_PLACE, () => positionOf(row, postal, coordinates)),
    type,
    phone: '',
    website: '',
    openingHours: [],
    wheelchair: null,
    virtualVisits: null,
    accepting: null,
    origin: 'open-data',
  };
}

function idOf(index: string): string {
  return v5(`odhf:${index}`, NAMESPACE);
}

/** Returns why a row of the national file is not part of the directory; undefined where it is. */
function outsideOf(row: InputRow): string | undefined {
  if (!row.has('province')) return undefined;
  if (!/^on(tario)?$/i.test(row.text('province'))) return 'facilities outside Ontario';
  const municipality = row.text('CSDname').toLowerCase();
  // A mistyped postal code does not move a facility.
  const isInside =
    municipality === ''
      ? row.has('postal_code') && !isOutsideRegion(row.text('postal_code'))
      : GREATER_TORONTO.has(municipality);
  return isInside ? undefined : 'facilities outside the Greater Toronto Area';
}

/** Returns the type of a facility, or why it is not part of the directory. */
function typeOf(row: InputRow, name: string): ClinicType | keyof typeof LEFT_OUT {
  const category = row.oneOf('odhf_facility_type', [AMBULATORY, HOSPITALS, RESIDENTIAL]);
  if (category === RESIDENTIAL) return RESIDENTIAL;
  if (category === HOSPITALS) return 'hospital-outpatient';
  if (COMMUNITY_HEALTH_CENTRE.test(name)) return 'community-health-centre';
  const type = TYPE.get(row.text('source_facility_type').toLowerCase());
  return type ?? row.reject('source_facility_type', 'a known type: see docs/operate/import-columns.md#odhf');
}

function nameOf(row: InputRow): string {
  // The publisher's encoding error turned dashes between spaces into replacement characters.
  return row.required('facility_name').replaceAll(' \uFFFD ', ' – ');
}

/** Returns the address on one line, from the parts that the source has. */
function addressOf(row: InputRow, postalCode: string): string {
  const [unit, number, street] = ['unit', 'street_no', 'street_name'].map((column) => row.text(column));
  // A unit alone before a street would look like the street number.
  const numbers = number ? [unit, number].filter(Boolean).join('-') : unit && `Unit ${unit},`;
  const streetLine = [numbers, street].filter(Boolean).join(' ').replace(/,$/, '');
  const province = ['ON', postalCode].filter(Boolean).join(' ');
  return [streetLine, row.required(row.filled('municipality', 'CSDname', 'city')), province]
    .filter(Boolean)
    .join(', ');
}
