import type { Answer } from '../../contract/answer.js';
import type { KnownAcceptance } from '../../contract/answers/availability.js';
import type {
  ClinicEvidence,
  DoctorEvidence,
  Evidence,
  EvidenceSource,
} from '../../contract/answers/evidence-answer.js';
import type { Query } from '../../contract/queries/page-query.js';
import { acceptanceIn } from '../../read-model/evidence/evidence-index.js';
import type { ReadModel } from '../../read-model/read-model.js';
import { memberStart, objectStart, partsOf } from '../../read-model/wire/parts.js';
import { type EvidenceState } from '../../records/evidence.js';
import { evidenceState, expiryOf } from '../../rules/evidence.js';
import type { StatementText } from '../../rules/statements.js';
import type { DirectoryView } from '../directory-view.js';
import { jsonList } from '../list-envelope.js';
import { clinicOf, doctorOrdinal } from '../subject.js';

/** What one source says about a fact of a record, or of one of its services. */
interface Row extends StatementText {
  readonly specialty?: string;
  readonly state: EvidenceState;
}

/** Returns the evidence about a doctor. @throws DirectoryError `not_found` */
export function getDoctorEvidence(
  view: DirectoryView,
  registrationNumber: string,
  query: Query,
): Answer<DoctorEvidence> {
  const rows = doctorRows(view, doctorOrdinal(view.model, registrationNumber));
  return answerOf(view, { cpsoNumber: registrationNumber }, rows, query);
}

/** Returns the evidence about a clinic and its services. @throws DirectoryError `not_found` */
export function getClinicEvidence(view: DirectoryView, id: string, query: Query): Answer<ClinicEvidence> {
  const { ordinal, query: warned } = clinicOf(view.model, id, query);
  return answerOf(view, { clinicId: view.model.clinics.id(ordinal) }, clinicRows(view, ordinal), warned);
}

function doctorRows(view: DirectoryView, ordinal: number): readonly Row[] {
  const { doctors, clinics } = view.model;
  const [primary = ''] = clinics.idsOf(ordinal);
  const rows = withStates(view, doctors.statements(ordinal, primary));
  if (!rows.some(({ fact }) => fact === 'accepting')) return rows;
  const { answer } = clinics.evidence.acceptance(doctors.primaryClinic(ordinal), view.asOf);
  // What is said of the clinic replaces nothing that is said of the doctor, whichever is newer.
  const disagrees = ({ fact, state, value }: Row) =>
    fact === 'accepting' &&
    HOLDING.includes(state) &&
    answer !== 'unknown' &&
    value !== String(answer === 'yes');
  return rows.map((row) => (disagrees(row) ? { ...row, state: 'conflicting' } : row));
}

/** Returns what sources say last of whether a doctor accepts new patients; undefined if none says anything. */
export function ownAcceptance(view: DirectoryView, ordinal: number): KnownAcceptance | undefined {
  const row = doctorRows(view, ordinal).find(({ fact }) => fact === 'accepting');
  return row && acceptanceIn(row, row.state);
}

const HOLDING: readonly EvidenceState[] = ['confirmed', 'aging'];

function clinicRows(view: DirectoryView, ordinal: number): readonly Row[] {
  const { clinics, services } = view.model;
  const ofServices = Array.from(services.ofClinic(ordinal), (service) => {
    const specialty = services.specialty(service);
    return withStates(view, services.evidence.statements(service)).map((row) => ({ ...row, specialty }));
  });
  return [...withStates(view, clinics.evidence.statements(ordinal)), ...ofServices.flat()];
}

function withStates({ asOf }: DirectoryView, statements: readonly StatementText[]): readonly Row[] {
  return statements.map((statement) => {
    const ofFact = statements.filter(({ fact }) => fact === statement.fact);
    return { ...statement, state: evidenceState(statement, ofFact, asOf) };
  });
}

function answerOf<T>(view: DirectoryView, subject: object, rows: readonly Row[], query: Query): Answer<T> {
  const items = rows.map((row) => rowJson(view, row)).join();
  return jsonList<T>(subject, EVIDENCE, items, rows.length, query);
}

/** The member that holds the items. */
const EVIDENCE: keyof DoctorEvidence & keyof ClinicEvidence = 'evidence';

const PARTS = partsOf<Evidence>()({
  field: 'field',
  specialty: 'specialty',
  value: 'value',
  code: 'code',
  state: 'state',
  source: 'source',
  method: 'method',
  observedAt: 'observedAt',
  dated: 'dated',
  expiresAt: 'expiresAt',
  previous: 'previous',
});

// Values are JSON already: parsing them to serialize them again would take longer than all else.
function rowJson({ model, asOf }: DirectoryView, row: Row): string {
  const { fact, specialty, value, code, state, method, observedAt, dated, previous } = row;
  const isObserved = state !== 'never';
  return [
    `${objectStart(PARTS.field)}"${fact}"`,
    specialty === undefined ? '' : `${memberStart(PARTS.specialty)}${JSON.stringify(specialty)}`,
    `${memberStart(PARTS.value)}${value}`,
    code ? `${memberStart(PARTS.code)}"${code}"` : '',
    `${memberStart(PARTS.state)}"${state}"`,
    `${memberStart(PARTS.source)}${sourceJson(model, row.source)}`,
    `${memberStart(PARTS.method)}"${isObserved ? method : ''}"`,
    `${memberStart(PARTS.observedAt)}${isObserved ? timeJson(observedAt) : 'null'}`,
    isObserved && !dated ? `${memberStart(PARTS.dated)}false` : '',
    `${memberStart(PARTS.expiresAt)}${isObserved ? timeJson(expiryOf(row, asOf)) : 'null'}`,
    `${memberStart(PARTS.previous)}${previous}}`,
  ].join('');
}

const SOURCES = new WeakMap<ReadModel, Map<string, string>>();

/** Returns the JSON of a source. Makes it once for each dataset version. */
function sourceJson(model: ReadModel, name: string): string {
  const known = SOURCES.get(model) ?? new Map<string, string>();
  SOURCES.set(model, known);
  let json = known.get(name);
  if (json === undefined) {
    const licence = model.sources.find((source) => source.name === name)?.licence ?? '';
    json = JSON.stringify({ name, licence } satisfies EvidenceSource);
    known.set(name, json);
  }
  return json;
}

function timeJson(time: number): string {
  return time === Infinity ? 'null' : `"${new Date(time).toISOString()}"`;
}
