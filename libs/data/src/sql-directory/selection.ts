import type { ClinicCriterion, DoctorCriterion, Position } from '@care-atlas/domain/rules';
import type { Page } from '@care-atlas/domain/directory';
import type { ClientBase } from 'pg';
import { Bindings, type Statement } from './bindings.js';
import { clinicCondition, doctorCondition } from './criteria-sql.js';

/** How many are found, and who of them is on the page, in its order. */
export interface Selected {
  readonly total: number;
  readonly ids: readonly string[];
}

export async function select(client: ClientBase, { text, values }: Statement): Promise<Selected> {
  const { rows } = await client.query<Selected>(text, [...values]);
  return rows[0]!;
}

/**
 * Doctors by folded name, then registration number.
 * @param today yyyymmdd, as for all selections
 */
export function selectDoctors(criteria: readonly DoctorCriterion[], today: number, page: Page): Statement {
  const values = new Bindings();
  const found = `from doctor d where ${doctorCondition(criteria, today, values)}`;
  return pageOf('d.registration_number', found, BY_DOCTOR_NAME, page, values);
}

/** Clinics by folded name, then id; nearest to a place first where there is one. */
export function selectClinics(
  criteria: readonly ClinicCriterion[],
  today: number,
  page: Page,
  place: Position | undefined,
): Statement {
  const values = new Bindings();
  const found = `from clinic c where ${clinicCondition(criteria, today, values)}`;
  return pageOf('c.id::text', found, clinicOrder(place, values), page, values);
}

/** What the services of a specialty are chosen by, beside their clinics. */
export interface ServicesWanted {
  /** Folded name. */
  readonly specialty: string;
  readonly onlyAccepting: boolean;
}

/** The clinics of the services of a specialty, in the order of clinics. */
export function selectServices(
  { specialty, onlyAccepting }: ServicesWanted,
  criteria: readonly ClinicCriterion[],
  today: number,
  page: Page,
  place: Position | undefined,
): Statement {
  const values = new Bindings();
  const found = `from specialty_service v join specialty s on s.id = v.specialty_id join clinic c on c.id = v.clinic_id
    where s.folded_name = ${values.add(specialty)} and ${clinicCondition(criteria, today, values)}
    ${onlyAccepting ? 'and coalesce(v.accepting, c.accepting)' : ''}`;
  return pageOf('c.id::text', found, clinicOrder(place, values), page, values);
}

// By code point, as names were folded to be ordered: every database has the collation, and none of its own matters.
const BY_DOCTOR_NAME = 'd.search_name collate "C", d.registration_number collate "C"';
const BY_CLINIC_NAME = 'c.search_name collate "C", c.id';

/** The total and the page by one statement, so that a page beyond the last one has its total too. */
function pageOf(id: string, found: string, order: string, page: Page, values: Bindings): Statement {
  const part = `limit ${values.add(page.limit)} offset ${values.add(page.offset)}`;
  return {
    text: `select (select count(*)::int ${found}) as total,
      array(select ${id} ${found} order by ${order} ${part}) as ids`,
    values: values.values,
  };
}

/**
 * As the read model orders: by the straight line between two points of the unit sphere, which grows with the great
 * circle.
 */
function clinicOrder(place: Position | undefined, values: Bindings): string {
  if (!place) return BY_CLINIC_NAME;
  const from = vector(`${values.add(place.lat)}::float8`, `${values.add(place.lng)}::float8`);
  const to = vector('c.lat', 'c.lng');
  const squares = to.map((part, axis) => `(${part} - ${from[axis]}) ^ 2`);
  return `${squares.join(' + ')}, ${BY_CLINIC_NAME}`;
}

function vector(lat: string, lng: string): readonly string[] {
  const [inLat, inLng] = [`radians(${lat})`, `radians(${lng})`];
  return [`cos(${inLat}) * cos(${inLng})`, `cos(${inLat}) * sin(${inLng})`, `sin(${inLat})`];
}
