import type { ClinicRecord, SpecialtyServiceRecord } from '../records/clinic.js';
import type { DoctorRecord } from '../records/doctor.js';
import {
  type AcceptanceCode,
  CLINIC_FACTS,
  type ClinicFact,
  DOCTOR_FACTS,
  type DoctorFact,
  type EvidenceMethod,
  type Fact,
  SERVICE_FACTS,
  type ServiceFact,
  type Statement,
} from '../records/evidence.js';
import { type Acceptance, methodOf } from './evidence.js';
import { openingHours, spanOf, spanText } from './time/opening-hours.js';

/** What a record has of each fact, as the evidence shows it; null if it is not known. */
export const CLINIC_VALUES: Readonly<Record<ClinicFact, (clinic: ClinicRecord) => unknown>> = {
  accepting: ({ accepting }) => accepting,
  hours: ({ openingHours: hours }) => hoursValue(hours),
  wheelchair: ({ wheelchair }) => wheelchair,
  virtualVisits: ({ virtualVisits }) => virtualVisits,
  phone: ({ phone }) => phone || null,
  website: ({ website }) => website || null,
};
const SERVICE_VALUES: Readonly<Record<ServiceFact, (service: SpecialtyServiceRecord) => unknown>> = {
  serviceAccepting: ({ accepting }) => accepting,
  serviceWait: ({ waitWeeks }) => waitWeeks,
};
/** What answers show of a doctor, and who confirmed it. */
export interface ShownDoctor extends Pick<DoctorRecord, 'specialties' | 'languages'> {
  /** The primary clinic; empty if it has closed. */
  readonly clinicId: string;
  /** The source that confirms the record. */
  readonly source: string;
  /** Milliseconds since 1970; NaN if the register never confirmed the record. */
  readonly confirmedAt: number;
  /** Milliseconds since 1970; NaN while the registration is active. */
  readonly expiredAt: number;
}
const isExpired = ({ expiredAt }: ShownDoctor) => !Number.isNaN(expiredAt);
const DOCTOR_VALUES: Readonly<Record<DoctorFact, (doctor: ShownDoctor) => unknown>> = {
  registration: (doctor) => (isExpired(doctor) ? 'expired' : 'active'),
  specialties: ({ specialties }) => (specialties.length > 0 ? specialties : null),
  languages: ({ languages }) => (languages.length > 0 ? languages : null),
  practice: ({ clinicId }) => clinicId || null,
};

/** Returns opening hours as the evidence shows them, such as `mon 09:00-17:00`; null if they are not known. */
export function hoursValue(hours: ClinicRecord['openingHours']): readonly string[] | null {
  return openingHours(hours)?.map((span) => `${span.day} ${spanText(spanOf(span))}`) ?? null;
}

/** A statement with its value as JSON, so that equal values are equal texts. */
export interface StatementText<F extends Fact = Fact> {
  readonly fact: F;
  readonly value: string;
  readonly code: AcceptanceCode | undefined;
  readonly source: string;
  readonly method: EvidenceMethod;
  /** Milliseconds since 1970; NaN if nobody is known to have observed it. */
  readonly observedAt: number;
  /** Whether the source gives that time. */
  readonly dated: boolean;
  /** Milliseconds since 1970; NaN if it has no end of its own. */
  readonly until: number;
  readonly previous: string;
  /** Of acceptance at a walk-in clinic, which sees people without registration: it is about regular patients. */
  readonly walkIn?: true;
}

export function statementText<F extends Fact>(statement: Statement<F>): StatementText<F> {
  const { fact, value, code, source, method, observedAt, dated = true, until, previous = null } = statement;
  return {
    fact,
    value: JSON.stringify(value),
    code: code ?? undefined,
    source,
    method,
    observedAt: observedAt.getTime(),
    dated,
    until: until?.getTime() ?? NaN,
    previous: JSON.stringify(previous),
  };
}

/**
 * Returns what sources say, by fact. The first statement of each fact is what answers show: that of a correction, or
 * else the newest with the value of the record. Without any, nobody is known to have observed that value. Others
 * follow, newest first.
 * @param comesFirst whether a statement counts more than newer ones
 */
export function byFact<F extends Fact>(
  facts: readonly F[],
  valueOf: (fact: F) => unknown,
  said: readonly StatementText[],
  comesFirst: (statement: StatementText) => boolean = isCorrection,
): readonly StatementText<F>[] {
  return facts.flatMap((fact) => {
    const value = JSON.stringify(valueOf(fact));
    const own = said
      .filter((statement): statement is StatementText<F> => statement.fact === fact)
      .toSorted((a, b) => Number(comesFirst(b)) - Number(comesFirst(a)) || b.observedAt - a.observedAt);
    const shown = own.find((statement) => statement.value === value) ?? unobserved(fact, value);
    return [shown, ...own.filter((statement) => statement !== shown)];
  });
}

function isCorrection({ method }: StatementText): boolean {
  return method === 'correction';
}

function unobserved<F extends Fact>(fact: F, value: string): StatementText<F> {
  const nobody = { source: '', method: 'register', observedAt: NaN, dated: true, until: NaN } as const;
  return { fact, value, code: undefined, ...nobody, previous: 'null' };
}

/** Returns what sources say about a clinic, by fact. */
export function clinicStatements(clinic: ClinicRecord): readonly StatementText[] {
  const { accepting, acceptingObserved, evidence = [] } = clinic;
  const observed: Statement[] = [];
  const isSaid = ({ fact, value, observedAt }: Statement) =>
    fact === 'accepting' && value === accepting && +observedAt === +acceptingObserved!.observedAt;
  if (accepting !== null && acceptingObserved && !evidence.some(isSaid)) {
    const { observedAt, dated, source = '', code } = acceptingObserved;
    const method = methodOf(acceptingObserved);
    const said = { source, method, observedAt, ...(dated === false && { dated }), code };
    observed.push({ fact: 'accepting', value: accepting, ...said });
  }
  const said = [...observed, ...evidence].map(statementText);
  // The filter by acceptance judges the observation that the record rests on.
  const counts = ({ fact, observedAt }: StatementText) =>
    fact === 'accepting' && observedAt === acceptingObserved?.observedAt.getTime();
  const statements = byFact(
    CLINIC_FACTS,
    (fact) => CLINIC_VALUES[fact](clinic),
    said,
    (statement) => isCorrection(statement) || counts(statement),
  );
  if (clinic.type !== 'walk-in') return statements;
  return statements.map((each) => (each.fact === 'accepting' ? { ...each, walkIn: true } : each));
}

/** Returns what its source says about a service, by fact. */
export function serviceStatements(service: SpecialtyServiceRecord): readonly StatementText[] {
  const said = (service.evidence ?? []).map(statementText);
  return byFact(SERVICE_FACTS, (fact) => SERVICE_VALUES[fact](service), said);
}

/**
 * Returns what sources say about a doctor, by fact. The register says what answers show, as of its last confirmation. What
 * sources say of whether the doctor accepts new patients follows, newest first; nothing where none says anything.
 * @param said corrections, what the register said before of facts that changed, and observations of acceptance
 */
export function doctorStatements(
  doctor: ShownDoctor,
  said: readonly StatementText[],
): readonly StatementText[] {
  const { source, confirmedAt, expiredAt } = doctor;
  const corrections = said.filter((statement) => isCorrection(statement));
  const isCorrected = (fact: DoctorFact) => corrections.some((statement) => statement.fact === fact);
  const confirmed = DOCTOR_FACTS.filter((fact) => !isCorrected(fact)).map((fact) => {
    const text = unobserved(fact, JSON.stringify(DOCTOR_VALUES[fact](doctor)));
    if (fact === 'registration' && isExpired(doctor))
      return { ...text, source, observedAt: expiredAt, previous: '"active"' };
    const before = said.find((statement) => statement.fact === fact);
    return { ...text, source, observedAt: confirmedAt, previous: before?.previous ?? text.previous };
  });
  const known = confirmed.filter(({ value, observedAt }) => value !== 'null' && !Number.isNaN(observedAt));
  const accepting = said
    .filter(({ fact }) => fact === 'accepting')
    .toSorted(
      (a, b) => b.observedAt - a.observedAt || Number(b.value === 'true') - Number(a.value === 'true'),
    );
  return [
    ...byFact(DOCTOR_FACTS, (fact) => DOCTOR_VALUES[fact](doctor), [...known, ...corrections]),
    ...accepting,
  ];
}

/** Returns whether a service accepts new patients: by its own word, or else by that of its clinic. */
export function serviceAcceptance(
  { accepting, evidence = [] }: SpecialtyServiceRecord,
  clinic: ClinicRecord,
): Acceptance {
  if (accepting === null) return clinic;
  const own = evidence.find(({ fact }) => fact === 'serviceAccepting');
  return {
    accepting,
    acceptingObserved: own ? { observedAt: own.observedAt, method: '', sourceMethod: own.method } : null,
  };
}
