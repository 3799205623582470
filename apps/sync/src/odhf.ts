import type { ClinicInput } from '@care-atlas/data/sync-writer';
import type { Position } from '@care-atlas/domain/geo';
import type { PositionSource } from '@care-atlas/domain/clinic';
import type { CsvRow } from './csv-row.js';
import { facilityType } from './facility-type.js';
import { FirstLines } from './first-lines.js';
import { nameUuid } from './name-uuid.js';
import { PostalAreas } from './postal-area.js';
import type { Source } from './source.js';
import type { Tally } from './tally.js';

/** Never to change: the ids of all imported facilities follow from it. */
const NAMESPACE = 'afa02e0e-c5bb-4e3a-9df1-76ebd325e3c3';

const AMBULATORY = 'Ambulatory health care services';
const HOSPITALS = 'Hospitals';
const RESIDENTIAL = 'Nursing and residential care facilities';

const POSTAL_CODE = /^([A-Z]\d[A-Z]) ?(\d[A-Z]\d)$/i;

/** Facilities as Statistics Canada publishes them. Only what it says is taken: the rest is not known. */
export const odhf: Source = {
  name: 'odhf',
  summary: 'health care facilities of the Open Database of Healthcare Facilities (Statistics Canada)',
  columns: {
    odhf_index: 'number of the facility, digits, each once',
    facility_name: 'name',
    source_facility_type: 'type in the words of the provincial source',
    odhf_facility_type: `"${AMBULATORY}", "${HOSPITALS}", or "${RESIDENTIAL}" (left out)`,
    unit: 'unit in the building, may be empty',
    street_no: 'street number, may be empty',
    street_name: 'street, may be empty',
    postal_code: 'A1A 1A1, may be empty where the coordinates are given',
    municipality: 'municipality',
    lat: 'latitude, decimal degrees; may be empty together with lng',
    lng: 'longitude, decimal degrees',
  },
  example: 'odhf tools/data/odhf_v1.1_gta.csv',
  next: 'If the subway stations are not imported yet, import them: until then no clinic counts as near one.',
  async write(rows, writer, tally) {
    await writer.clinics(clinicsOf(rows, await PostalAreas.read(), tally));
  },
};

async function* clinicsOf(
  rows: AsyncIterable<CsvRow>,
  areas: PostalAreas,
  tally: Tally,
): AsyncGenerator<ClinicInput> {
  const indexes = new FirstLines('odhf_index');
  for await (const row of rows) {
    const index = row.matching('odhf_index', /^\d+$/, 'a number in digits');
    indexes.note(row);
    const category = row.oneOf('odhf_facility_type', [AMBULATORY, HOSPITALS, RESIDENTIAL]);
    if (category === RESIDENTIAL) {
      tally.leaveOut('residential care, which is not part of the directory');
      continue;
    }
    const type =
      category === HOSPITALS ? 'hospital-outpatient' : facilityType(row.text('source_facility_type'));
    if (!type) {
      tally.reject(row.line, `The facility type "${row.text('source_facility_type')}" is not known.`);
      continue;
    }
    const postalCode = postalCodeOf(row);
    const place = placeOf(row, postalCode, areas);
    if (!place) {
      const area = postalCode
        ? `the centre of the postal area ${postalCode.slice(0, 3)} is not known`
        : 'no postal code';
      tally.reject(row.line, `There are no coordinates, and ${area}.`);
      continue;
    }
    yield {
      id: nameUuid(`odhf:${index}`, NAMESPACE),
      name: nameOf(row),
      address: addressOf(row, postalCode),
      postalCode,
      ...place,
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
}

function nameOf(row: CsvRow): string {
  // Where its makers lost a dash, the source has a replacement character between blanks.
  return row.required('facility_name').replaceAll(' \uFFFD ', ' – ');
}

function postalCodeOf(row: CsvRow): string {
  if (row.text('postal_code') === '') return '';
  const given = row.matching('postal_code', POSTAL_CODE, 'a postal code such as M5V 3A8');
  return given.replace(POSTAL_CODE, '$1 $2').toUpperCase();
}

function placeOf(
  row: CsvRow,
  postalCode: string,
  areas: PostalAreas,
): (Position & { positionSource: PositionSource }) | undefined {
  const given = row.position();
  if (given) return { ...given, positionSource: 'source' };
  const centre = areas.centreOf(postalCode);
  return centre && { ...centre, positionSource: 'postal-area' };
}

/** On one line, from those parts that the source has. */
function addressOf(row: CsvRow, postalCode: string): string {
  const [unit, number, street] = ['unit', 'street_no', 'street_name'].map((column) => row.text(column));
  // A unit alone before a street would read as its number.
  const numbers = number ? [unit, number].filter(Boolean).join('-') : unit && `Unit ${unit},`;
  const streetLine = [numbers, street].filter(Boolean).join(' ').replace(/,$/, '');
  const province = ['ON', postalCode].filter(Boolean).join(' ');
  return [streetLine, row.required('municipality'), province].filter(Boolean).join(', ');
}
