import { kindIn, specialtyIn } from '../values/clinic/kind-words.js';
import type { HsdsPackage, TableRow } from './open-package.js';
import { openingHoursOf } from './schedules.js';

/** Rows by the value of a column. */
type Index = ReadonlyMap<string, readonly TableRow[]>;
const NOT_OFFERED = /^(?:inactive|defunct|temporarily closed)$/i;
const WAIT_WEEKS = /^(\d+) weeks?$/i;

/** Returns a row for each location of a package, with what belongs to it in other tables. */
export function locationRows(hsds: HsdsPackage): object[] {
  const organizations = indexOf(hsds, 'organization', 'id');
  const addresses = indexOf(hsds, 'address', 'location_id');
  const accessibility = indexOf(hsds, 'accessibility', 'location_id');
  const services = indexOf(hsds, 'service', 'id');
  const offers = indexOf(hsds, 'service_at_location', 'location_id');
  const attributes = new Attributes(hsds);
  const linked = (name: string) => {
    const byLocation = indexOf(hsds, name, 'location_id');
    const byOffer = indexOf(hsds, name, 'service_at_location_id');
    const byOrganization = indexOf(hsds, name, 'organization_id');
    return (location: TableRow): readonly TableRow[] =>
      rowsIn(byLocation, location['id']) ??
      (rowsIn(offers, location['id']) ?? []).map(({ id }) => rowsIn(byOffer, id)).find(Boolean) ??
      rowsIn(byOrganization, location['organization_id']) ??
      [];
  };
  const phones = linked('phone');
  const schedules = linked('schedule');
  return hsds.table('location').map((location) => {
    const { id, organization_id: owner } = location;
    const all = rowsIn(addresses, id) ?? [];
    const address = all.find(({ address_type: type }) => type === 'physical') ?? all[0];
    const organization = rowsIn(organizations, owner)?.[0];
    const known = (rowsIn(offers, id) ?? []).flatMap(
      ({ service_id: service }) => rowsIn(services, service) ?? [],
    );
    const offered = known.filter(isOffered);
    return {
      ...attributes.of('location', id),
      id,
      name: location['name'] || organization?.['name'],
      location_type: location['location_type'],
      address_1: address?.['address_1'],
      address_2: address?.['address_2'],
      city: address?.['city'],
      state_province: address?.['state_province'],
      postal_code: address?.['postal_code'],
      latitude: location['latitude'],
      longitude: location['longitude'],
      phone: phoneOf(phones(location)),
      website: organization?.['website'] || offered.find(({ url }) => url)?.['url'],
      opening_hours: openingHoursOf(schedules(location)),
      accessibility: rowsIn(accessibility, id)?.[0]?.['description'],
      healthcare: firstIn(offered.length > 0 ? offered : known, attributes, kindIn),
      service: (offered[0] ?? known[0])?.['name'],
      // A location has no status of its own: it is closed where none of its services is offered any more.
      status: known.length > 0 && offered.length === 0 ? 'closed' : undefined,
    };
  });
}

/** Returns whether a package marks any location as sample data. */
export function isSample(hsds: HsdsPackage): boolean {
  const attributes = new Attributes(hsds);
  return hsds.table('location').some(({ id }) => attributes.of('location', id)['sample'] === 'yes');
}

/** Returns a row for each service at a location that states a waiting time. */
export function serviceRows(hsds: HsdsPackage): object[] {
  const services = indexOf(hsds, 'service', 'id');
  const attributes = new Attributes(hsds);
  return hsds.table('service_at_location').flatMap(({ location_id: location, service_id: id }) =>
    (rowsIn(services, id) ?? [])
      .filter((service) => service['wait_time'] && isOffered(service))
      .map((service) => ({
        clinic_id: location,
        specialty: firstIn([service], attributes, specialtyIn) ?? service['name'],
        wait_weeks: WAIT_WEEKS.exec(service['wait_time']!)?.[1] ?? service['wait_time'],
        accepting: attributes.of('service', id)['accepting'],
      })),
  );
}

/**
 * Returns the first meaning that the texts of services have: the terms of a taxonomy say what a service is, and its name is
 * free text.
 */
function firstIn(
  services: readonly TableRow[],
  attributes: Attributes,
  meaningIn: (text: string) => string | undefined,
): string | undefined {
  const texts = services.flatMap((service) => [
    ...attributes.termsOf('service', service['id']),
    service['name'],
    service['alternate_name'],
  ]);
  return texts.map((text) => text && meaningIn(text)).find(Boolean);
}

/** Returns whether a service is offered: its status is active, inactive, defunct or temporarily closed. */
function isOffered({ status = '' }: TableRow): boolean {
  return !NOT_OFFERED.test(status);
}

/** The attributes of records. */
class Attributes {
  readonly #terms: ReadonlyMap<string, TableRow>;
  readonly #rows: Index;

  constructor(hsds: HsdsPackage) {
    this.#terms = new Map(hsds.table('taxonomy_term').map((term) => [term['id'] ?? '', term]));
    this.#rows = indexOf(hsds, 'attribute', 'link_id');
  }

  /** Returns the values of a record by the codes of their terms. */
  of(entity: string, id: string | undefined): Readonly<Partial<Record<string, string>>> {
    const codes = this.#of(entity, id).map(({ term, value }) => [term?.['code'], value] as const);
    return Object.fromEntries(codes.filter(([code]) => code));
  }

  /** Returns the names of a record's terms without a value, which classify it. */
  termsOf(entity: string, id: string | undefined): readonly string[] {
    return this.#of(entity, id).flatMap(({ term, value }) => (value ? [] : (term?.['name'] ?? [])));
  }

  #of(
    entity: string,
    id: string | undefined,
  ): readonly { readonly term?: TableRow; readonly value?: string }[] {
    const rows = (rowsIn(this.#rows, id) ?? []).filter(({ link_entity: linked }) => linked === entity);
    return rows.map(({ taxonomy_term_id: term = '', value }) => ({ term: this.#terms.get(term), value }));
  }
}

function phoneOf(phones: readonly TableRow[]): string | undefined {
  const voice = phones.find(({ type }) => !/fax/i.test(type ?? ''));
  const { number, extension } = voice ?? {};
  return number && extension ? `${number} ext. ${extension}` : number;
}

function indexOf(hsds: HsdsPackage, name: string, column: string): Index {
  return Map.groupBy(hsds.table(name), (row) => row[column] ?? '');
}

function rowsIn(index: Index, key: string | undefined): readonly TableRow[] | undefined {
  return key ? index.get(key) : undefined;
}
