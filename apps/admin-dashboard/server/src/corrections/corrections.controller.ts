import { Controller } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { isDeepStrictEqual } from 'node:util';
import {
  type Decision,
  type DecisionJob,
  ImportJobRepository,
  listCorrections,
  type ListedCorrection,
  subjectNames,
} from '@care-atlas/data/sync';
import { RefusedDecision, requireAcceptable } from '@care-atlas/sync/corrections';
import { CorrectionQuery, NewCorrection, Withdrawal } from '#contract/directory/corrections';
import type { DashboardMessage } from '#contract/messages/english';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DashboardError, invalidField, invalidFields } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, type SessionRequest } from '../http/endpoint.js';

/** For how long a failed decision is shown. */
const SHOWN_FAILURES_MS = 3 * 86_400_000;
const MAX_DECISIONS = 20;

/** What operators decided about records. The dashboard judges it as the worker does, and writes it: the worker carries it out. */
@Controller()
export class CorrectionsController {
  readonly #jobs: ImportJobRepository;

  constructor(
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {
    this.#jobs = new ImportJobRepository(dependencies.database);
  }

  @Endpoint('listCorrections', CorrectionQuery)
  async list({ query }: Call<'listCorrections'>): Promise<Answer<'listCorrections'>> {
    const { database, clock } = this.dependencies;
    const now = clock();
    const all = await listCorrections(database, now);
    const found = all.filter((correction) => isWanted(correction, query));
    const corrections = found.slice(query.offset, query.offset + query.limit);
    const decisions = await this.#jobs.openDecisions(
      new Date(now.getTime() - SHOWN_FAILURES_MS),
      MAX_DECISIONS,
    );
    return {
      corrections,
      total: found.length,
      count: corrections.length,
      people: [...new Set(all.map(({ madeBy }) => madeBy))].toSorted(),
      decisions: await this.#shown(decisions),
    };
  }

  @Endpoint('makeCorrection', NewCorrection)
  async make({ request, params, body }: Call<'makeCorrection'>): Promise<Answer<'makeCorrection'>> {
    const { kind, record, key, given, why, until = null } = body;
    requireGiven(body);
    const decision = { kind, record, key, given, why: why.trim(), until };
    const details = { kind, fields: Object.keys(given), why: decision.why, until };
    return this.#request(request, params.id, decision, { subject: `${record} ${key}`, details });
  }

  @Endpoint('withdrawCorrection', Withdrawal)
  async withdraw({
    request,
    params,
    body,
  }: Call<'withdrawCorrection'>): Promise<Answer<'withdrawCorrection'>> {
    const decision = { withdraws: body.withdraws, why: body.why.trim() };
    const subject = `correction ${body.withdraws}`;
    return this.#request(request, params.id, decision, { subject, details: { ...decision } });
  }

  @Endpoint('getDecision')
  async get({ params }: Call<'getDecision'>): Promise<Answer<'getDecision'>> {
    return this.#shownOne(await this.#find(params.id));
  }

  @Endpoint('cancelDecision')
  async cancel({ request, params }: Call<'cancelDecision'>): Promise<Answer<'cancelDecision'>> {
    const { id, decision } = await this.#find(params.id);
    const subject = 'withdraws' in decision ? `correction ${decision.withdraws}` : decision.key;
    await this.audit.change(
      request,
      'correction-canceled',
      async (transaction) => {
        const repository = new ImportJobRepository(transaction);
        if (await repository.cancelDecision(id, this.dependencies.clock())) return;
        throw invalidField('id', { code: 'decision_ended' });
      },
      () => ({ subject, details: { id } }),
    );
    return this.#shownOne(await this.#find(id));
  }

  /** Writes a decision for the worker. The same one again, with its id, changes nothing. */
  async #request(
    request: SessionRequest,
    id: string,
    decision: Decision,
    { subject, details }: { readonly subject: string; readonly details: object },
  ): Promise<Answer<'getDecision'>> {
    if (!isUUID(id)) throw invalidField('id', { code: 'no_uuid' });
    if (decision.why === '') throw invalidField('why', { code: 'no_reason' });
    const uploadedBy = request.liveSession.name;
    const known = await this.#jobs.decisionById(id);
    if (known) {
      if (known.uploadedBy !== uploadedBy || !isDeepStrictEqual(known.decision, decision)) throw taken();
      return this.#shownOne(known);
    }
    const uploadedAt = this.dependencies.clock();
    requireAccepted(decision, uploadedAt);
    const job = { id, decision, uploadedBy, uploadedAt };
    await this.audit.change(
      request,
      'correction-requested',
      async (transaction) => {
        if (!(await new ImportJobRepository(transaction).addDecision(job))) throw taken();
      },
      () => ({ subject, details: { id, ...details } }),
    );
    return this.#shownOne(await this.#find(id));
  }

  async #shownOne(job: DecisionJob): Promise<Answer<'getDecision'>> {
    const [one] = await this.#shown([job]);
    return one!;
  }

  async #shown(jobs: readonly DecisionJob[]): Promise<Answer<'getDecision'>[]> {
    const keys = jobs.flatMap(({ decision }) => ('key' in decision ? decision.key : []));
    const names = await subjectNames(this.dependencies.database, keys);
    return jobs.map((job) => shown(job, names));
  }

  async #find(id: string): Promise<DecisionJob> {
    const job = isUUID(id) ? await this.#jobs.decisionById(id) : undefined;
    if (!job) throw new DashboardError('not_found', { code: 'no_decision' });
    return job;
  }
}

function taken(): DashboardError {
  return invalidField('id', { code: 'decision_id_taken' });
}

/** @throws DirectoryError `missing_param` that names each part that the worker would refuse, whatever the directory has */
function requireAccepted(decision: Decision, now: Date): void {
  try {
    requireAcceptable(decision, now);
  } catch (error) {
    if (!(error instanceof RefusedDecision)) throw error;
    const [first, ...others] = error.faults.map(({ param, reason }) => ({
      param,
      message: messageOf(param, reason),
    }));
    throw invalidFields([first!, ...others]);
  }
}

function messageOf(param: string, reason: string): DashboardMessage {
  if (param === 'until') return { code: 'past_end' };
  return param === 'key' ? { code: 'wrong_key' } : { code: 'refused_value', params: { reason } };
}

/** @throws DirectoryError `missing_param` unless the values are of the kind */
function requireGiven({ kind, record, given }: NewCorrection): void {
  const roles = { merge: 'into', apart: 'from' } as const;
  const refuse = (param: string, message: DashboardMessage) => {
    throw invalidField(param, message);
  };
  if (Object.values<unknown>(given).some((value) => typeof value !== 'string')) {
    refuse('given', { code: 'values_not_text' });
  }
  const names = Object.keys(given);
  if (kind === 'correct' && names.length === 0) refuse('given', { code: 'no_field_given' });
  if ((kind === 'hide' || kind === 'pin') && names.length > 0) refuse('given', { code: 'field_given' });
  if (kind === 'reply' && (record !== 'review' || !given['text']?.trim()))
    refuse('given', { code: 'no_reply' });
  if (kind !== 'merge' && kind !== 'apart') return;
  if (record !== 'clinic') refuse('record', { code: 'not_two_clinics' });
  if (!isDeepStrictEqual(names, [roles[kind]]))
    refuse('given', { code: 'no_other_clinic', params: { role: roles[kind] } });
}

function isWanted(correction: ListedCorrection, query: CorrectionQuery): boolean {
  const { kind, record, key, name, otherName, given, why, madeBy, endedBy } = correction;
  const { state, text = '' } = query;
  const states = {
    active: correction.isActive,
    due: correction.isDue,
    settled: correction.isSettled,
    ended: !correction.isActive,
  };
  const words = [key, name, otherName, ...Object.values(given), why, madeBy, endedBy]
    .join('\n')
    .toLowerCase();
  return (
    (state === undefined || states[state]) &&
    (query.kind === undefined || kind === query.kind) &&
    (query.record === undefined || record === query.record) &&
    (!query.field || query.field in given) &&
    (!query.by || madeBy === query.by) &&
    words.includes(text.trim().toLowerCase())
  );
}

/** What a withdrawal has in place of a record. */
const NO_RECORD = { kind: 'correct', record: 'doctor', key: '', name: '', given: {} } as const;

function shown(
  { id, state, decision, uploadedBy, uploadedAt, progress, reason }: DecisionJob,
  names: ReadonlyMap<string, string>,
): Answer<'getDecision'> {
  const job = { id, state, why: decision.why, by: uploadedBy, at: uploadedAt, progress, reason };
  if ('withdraws' in decision) return { ...job, ...NO_RECORD, withdraws: decision.withdraws };
  const { kind, record, key, given } = decision;
  return { ...job, kind, record, key, name: names.get(key) ?? '', given, withdraws: null };
}
