import type { DatasetAbout, DatasetSink } from '@care-atlas/data/directory';
import {
  CLINIC_TYPES,
  type ClinicRecord,
  type ClinicType,
  type DoctorRecord,
  type SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import { csvLine } from '@care-atlas/domain/text';
import { v5 } from 'uuid';
import type { TableRow } from './open-package.js';
import { schedulesOf } from './schedules.js';

/** Never change this: the ids of all exported records follow from it. */
const NAMESPACE = '5b0f3c39-7a0e-4d5b-9c67-0d6d0c1f2a84';
const SAMPLE = 'Invented sample data, for demonstration.';
const TAXONOMY = v5('taxonomy', NAMESPACE);

/** Names of the service that every clinic of a type offers. */
const SERVICES: Readonly<Record<ClinicType, string>> = {
  'family-practice': 'Family practice',
  'walk-in': 'Walk-in clinic',
  specialist: 'Specialist clinic',
  'community-health-centre': 'Community health centre',
  'hospital-outpatient': 'Hospital outpatient clinic',
};

/** What HSDS has no column for, as attributes. The codes are the columns of `clinics`. */
const TERMS: Readonly<Record<string, string>> = {
  type: `Type of the clinic: ${CLINIC_TYPES.join(', ')}`,
  virtual_visits: 'Whether virtual visits are offered: yes or no',
  accepting: 'Whether new patients are accepted: yes or no',
  accepting_observed_at: 'When that was observed',
  accepting_method: 'How that was observed',
  address: 'The address on one line',
  sample: SAMPLE,
};

/** The columns of the tables, as HSDS 3.0 names them. */
const TABLES = {
  organization: ['organizations', 'id,name,description,website'],
  service: ['services', 'id,organization_id,name,description,status,wait_time'],
  service_at_location: ['service_at_locations', 'id,service_id,location_id'],
  location: ['locations', 'id,location_type,organization_id,name,description,latitude,longitude'],
  address: ['addresses', 'id,location_id,address_1,city,state_province,postal_code,country,address_type'],
  phone: ['phones', 'id,location_id,number,extension,type'],
  schedule: ['schedules', 'id,location_id,freq,byday,opens_at,closes_at,description'],
  language: ['languages', 'id,location_id,name'],
  accessibility: ['accessibility', 'id,location_id,description'],
  attribute: ['attributes', 'id,link_id,taxonomy_term_id,link_entity,value'],
  taxonomy: ['taxonomies', 'id,name,description'],
  taxonomy_term: ['taxonomy_terms', 'id,code,name,description,taxonomy_id'],
} as const;
type Table = keyof typeof TABLES;
const NUMBERS = new Set(['latitude', 'longitude', 'extension']);

/** The records of the tables of a package. */
export class PackageBuilder implements DatasetSink {
  readonly #rows = Object.fromEntries(
    Object.keys(TABLES).map((table) => [table, [] as TableRow[]]),
  ) as unknown as Readonly<Record<Table, TableRow[]>>;
  /** The clinics and the languages that are spoken there. */
  readonly #languages = new Set<string>();
  #samples = 0;

  constructor(readonly about: DatasetAbout) {
    this.#rows.taxonomy.push({
      id: TAXONOMY,
      name: 'Care Atlas',
      description: 'Facts of clinics that HSDS has no column for',
    });
    for (const [code, description] of Object.entries(TERMS))
      this.#rows.taxonomy_term.push({
        id: termId(code),
        code,
        name: code,
        description,
        taxonomy_id: TAXONOMY,
      });
  }

  addClinic(clinic: ClinicRecord): void {
    const { id, name, phone, website, wheelchair, type } = clinic;
    const isSample = clinic.origin === 'sample';
    const description = isSample ? `${SERVICES[type]}. ${SAMPLE}` : SERVICES[type];
    if (isSample) this.#samples++;
    const organization = { id: v5(`organization:${id}`, NAMESPACE), name, description };
    this.#rows.organization.push({ ...organization, website });
    // The center of a postal area is no position of the clinic.
    const position =
      clinic.positionSource === 'source'
        ? { latitude: String(clinic.lat), longitude: String(clinic.lng) }
        : {};
    this.#rows.location.push({
      id,
      location_type: 'physical',
      organization_id: organization.id,
      name,
      description,
      ...position,
    });
    const address = addressOf(clinic);
    this.#add('address', id, { ...address.parts, country: 'CA', address_type: 'physical' });
    const [number = '', extension = ''] = phone.split(' ext. ');
    if (number !== '') this.#add('phone', id, { number, extension, type: 'voice' });
    for (const schedule of schedulesOf(clinic)) this.#add('schedule', id, schedule);
    if (wheelchair !== null)
      this.#add('accessibility', id, {
        description: wheelchair ? 'Wheelchair accessible' : 'Not wheelchair accessible',
      });
    const { observedAt, dated, method } = clinic.acceptingObserved ?? {};
    this.#addAttributes('location', id, {
      type,
      virtual_visits: yesNo(clinic.virtualVisits),
      accepting: yesNo(clinic.accepting),
      // Another directory must not take the time of an extract for a date of observation.
      accepting_observed_at: dated === false ? undefined : observedAt?.toISOString(),
      accepting_method: method,
      address: address.isWhole ? undefined : clinic.address,
      sample: isSample ? 'yes' : undefined,
    });
    this.#addService(id, { name: SERVICES[type], description });
  }

  /** Adds what the clinics of a doctor offer because of the doctor: the languages. */
  addDoctor({ clinicIds, languages, expiredAt }: DoctorRecord): void {
    if (expiredAt !== null) return;
    for (const id of clinicIds)
      for (const name of languages) {
        const key = `${id} ${name}`;
        if (!this.#languages.has(key)) this.#add('language', id, { name });
        this.#languages.add(key);
      }
  }

  addClosedClinic(): void {
    // Only listed clinics are exported.
  }

  addMergedClinic(): void {
    // The survivor is exported.
  }

  addReview(): void {
    // HSDS has no reviews.
  }

  addService({ clinicId, specialty, waitWeeks, accepting }: SpecialtyServiceRecord): void {
    const service = { name: specialty, wait_time: `${waitWeeks} ${waitWeeks === 1 ? 'week' : 'weeks'}` };
    const id = this.#addService(clinicId, service);
    this.#addAttributes('service', id, { accepting: yesNo(accepting) });
  }

  /** The numbers of records. */
  get counts(): { readonly clinics: number; readonly sample: number; readonly services: number } {
    const { location, service } = this.#rows;
    return { clinics: location.length, sample: this.#samples, services: service.length - location.length };
  }

  /** Returns the content of the files by name; datapackage.json is the last. */
  files(): ReadonlyMap<string, string> {
    const tables = Object.entries(TABLES).map(([table, [name, columns]]) => {
      const names = columns.split(',');
      const rows = this.#rows[table as Table].map((row) => names.map((column) => row[column] ?? ''));
      return [`${name}.csv`, [names, ...rows].map((cells) => csvLine(cells, '\n')).join('')] as const;
    });
    return new Map([...tables, ['datapackage.json', `${JSON.stringify(this.#descriptor(), null, 2)}\n`]]);
  }

  #descriptor(): object {
    const { clinics, sample: samples } = this.counts;
    const sample = samples > 0 ? ` ${samples} of ${clinics} are invented sample data.` : '';
    return {
      profile: 'tabular-data-package',
      name: 'human_services_data',
      title: 'Clinics of Care Atlas',
      description: `Clinics with their services, languages, schedules and accessibility.${sample}`,
      version: '3.0.0',
      resources: Object.entries(TABLES).map(([name, [path, columns]]) => ({
        name,
        path: `${path}.csv`,
        profile: 'tabular-data-resource',
        format: 'csv',
        mediatype: 'text/csv',
        encoding: 'utf-8',
        schema: {
          primaryKey: 'id',
          fields: columns
            .split(',')
            .map((column) => ({ name: column, type: NUMBERS.has(column) ? 'number' : 'string' })),
        },
      })),
    };
  }

  /** Adds a record of a location, with an id that stays the same while the record does. */
  #add(table: Table, location: string, row: TableRow): void {
    const id = v5([table, location, ...Object.values(row)].join('\n'), NAMESPACE);
    this.#rows[table].push({ id, location_id: location, ...row });
  }

  #addService(location: string, service: TableRow): string {
    const id = v5(`service:${location}:${service['name']}`, NAMESPACE);
    const organization = v5(`organization:${location}`, NAMESPACE);
    this.#rows.service.push({ id, organization_id: organization, status: 'active', ...service });
    this.#add('service_at_location', location, { service_id: id });
    return id;
  }

  #addAttributes(entity: Table, id: string, values: TableRow): void {
    for (const [code, value] of Object.entries(values)) {
      if (!value) continue;
      this.#rows.attribute.push({
        id: v5(`attribute:${id}:${code}`, NAMESPACE),
        link_id: id,
        taxonomy_term_id: termId(code),
        link_entity: entity,
        value,
      });
    }
  }
}

function termId(code: string): string {
  return v5(`term:${code}`, NAMESPACE);
}

function yesNo(value: boolean | null): string | undefined {
  return value === null ? undefined : value ? 'yes' : 'no';
}

/** Returns the parts of an address, and whether it is exactly what they make. */
function addressOf({ address, postalCode }: ClinicRecord): { parts: TableRow; isWhole: boolean } {
  const end = `, ${['ON', postalCode].filter(Boolean).join(' ')}`;
  const isInProvince = address.endsWith(end);
  const line = isInProvince ? address.slice(0, -end.length) : address.replace(postalCode, '').trim();
  const places = line.split(', ');
  // Only a street has a number; a place may be known by its municipality alone, such as "Vaughan, ON".
  const hasCity = (isInProvince || places.length > 1) && !/\d/.test(places.at(-1)!);
  const city = hasCity ? places.pop() : '';
  const street = places.join(', ');
  return {
    parts: { address_1: street, city, state_province: 'ON', postal_code: postalCode },
    isWhole: isInProvince && hasCity && street !== '',
  };
}
