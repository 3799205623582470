import type { Directory } from '@care-atlas/domain/directory';
import {
  type AddressVisit,
  type Html,
  html,
  type Page,
  type PageLanguage,
  pathIn,
} from '@care-atlas/server/pages';
import {
  clinicData,
  type ClinicFacts,
  clinicLead,
  clinicView,
  doctorData,
  type DoctorFacts,
  doctorLead,
  doctorView,
  RECORD_STYLE,
  RECORD_TEXTS,
  type RecordView,
} from '@care-atlas/server/record';
import { TEXTS } from '../../texts/texts.js';
import { portalPages } from '../portal-layout.js';
import { searchPath } from '../try/filter-chips.js';
import type { TryValues } from '../try/try-request.js';

/** Caches keep a record for a minute at most: one that is hidden disappears from everywhere else at once. */
const PAGES = portalPages({ style: RECORD_STYLE, forms: "'none'", cache: 'public, max-age=60' });

/** What record pages show of the installation. */
export interface RecordSettings {
  readonly baseUrl: string;
  /** Whether search engines may list records. */
  readonly recordIndexing: boolean;
}

/** What the page of a doctor and that of a clinic have in common. */
interface RecordParts {
  readonly name: string;
  readonly lead: string;
  readonly description: string;
  readonly view: Html;
  readonly data: Html;
  /** When an import last wrote the doctor, or, of a clinic, the directory. */
  readonly syncedAt: Date;
  /** The filters of a list of others like it. */
  readonly others: TryValues;
  readonly operation: 'getDoctor' | 'getClinic';
}

export function doctorPage(
  visit: AddressVisit,
  directory: Directory,
  facts: DoctorFacts,
  settings: RecordSettings,
): Page {
  const { doctor } = facts;
  const view = viewFor(visit, directory);
  const lead = doctorLead(facts, view);
  const urlOf = (path: string) => settings.baseUrl + pathIn(visit.language, path);
  return recordPage(visit, directory, settings, {
    name: doctor.name,
    lead,
    description: descriptionOf(facts, lead, visit.language),
    view: doctorView(facts, view),
    data: doctorData(facts, urlOf(`/doctors/${doctor.cpsoNumber}`), (id) => urlOf(`/clinics/${id}`)),
    syncedAt: new Date(doctor.syncedAt),
    others: {
      ...nearby(facts.places[0]?.clinic.address),
      ...(doctor.specialties.length > 0 && { specialties: doctor.specialties.slice(0, 1).join() }),
      accepting: 'true',
    },
    operation: 'getDoctor',
  });
}

/** Returns what search engines and shared links say of a doctor. */
function descriptionOf(
  { doctor: { name, expiredAt } }: DoctorFacts,
  lead: string,
  language: PageLanguage,
): string {
  const { record } = TEXTS[language];
  const { registration, day } = RECORD_TEXTS[language];
  return expiredAt === null
    ? record.doctorDescription(name, lead)
    : record.expiredDescription(name, registration.expired(day(expiredAt)));
}

export function clinicPage(
  visit: AddressVisit,
  directory: Directory,
  facts: ClinicFacts,
  settings: RecordSettings,
): Page {
  const { id, name, address } = facts.clinic;
  const view = viewFor(visit, directory);
  return recordPage(visit, directory, settings, {
    name,
    lead: clinicLead(facts, view),
    description: TEXTS[visit.language].record.clinicDescription(name, address),
    view: clinicView(facts, view),
    data: clinicData(facts, settings.baseUrl + pathIn(visit.language, `/clinics/${id}`)),
    syncedAt: directory.dataset.syncedAt,
    others: { ...nearby(address), accepting: 'true' },
    operation: 'getClinic',
  });
}

function viewFor({ language }: AddressVisit, directory: Directory): RecordView {
  const publishers = new Map(
    directory.listSources().value.sources.map(({ name, publisher }) => [name, publisher]),
  );
  return {
    language,
    today: directory.asOf.date,
    doctorHref: (number) => pathIn(language, `/doctors/${number}`),
    clinicHref: (id) => pathIn(language, `/clinics/${id}`),
    publisherOf: (source) => publishers.get(source),
  };
}

function recordPage(
  visit: AddressVisit,
  directory: Directory,
  { recordIndexing }: RecordSettings,
  { name, lead, description, view, data, syncedAt, others, operation }: RecordParts,
): Page {
  const { language, path } = visit;
  const { record: texts } = TEXTS[language];
  const { date, moment } = RECORD_TEXTS[language];
  const isSample = isSampleDirectory(directory);
  const body = html`<h1>${name}</h1>
    <p class="lead">${lead}</p>
    ${isSample && html`<p class="small"><span class="tag warn">${texts.sample}</span> ${texts.sampleNote}</p>`}
    ${view}
    <p class="about muted">${texts.asOf(date(directory.asOf.date), moment(syncedAt))} ${texts.confirm}
      <a href="${pathIn(language, `/corrections?page=${path}`)}">${texts.wrong}</a></p>
    <p><a href="${searchPath(others, language)}">${texts.others[operation]}</a></p>
    <p class="small"><a href="${pathIn(language, `/docs/reference/${operation}`)}">${texts.inApi}</a></p>
    ${data}`;
  return PAGES.page(visit, { title: name, description, isIndexed: recordIndexing && !isSample, body });
}

/** Returns the filter of what is near an address, by its postal code. */
function nearby(address = ''): TryValues {
  const [near] = /[A-Z]\d[A-Z] ?\d[A-Z]\d$/.exec(address) ?? [];
  return near === undefined ? {} : { near };
}

/** Returns whether the directory is invented, as its names say. */
export function isSampleDirectory(directory: Directory): boolean {
  return directory.listClinics({ limit: 1 }).value.clinics.some(({ name }) => name.endsWith('(sample)'));
}
