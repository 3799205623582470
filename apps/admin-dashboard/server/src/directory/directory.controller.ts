import { parse } from 'node:querystring';
import { Controller } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import { OpenDataJobs, subjectNames } from '@care-atlas/data/sync';
import { type FreshnessCounts, OPERATIONS, QueryReader } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { AsOf, percentage } from '@care-atlas/domain/rules';
import { Dependencies } from '../dependencies.js';
import { EvidenceQuery, ExplanationQuery } from '#contract/directory/directory';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 90;
const EXPLANATION = new QueryReader(OPERATIONS.explainAbsence.query);

/** Size and freshness of the directory: now, as the API reports them, and in its past versions. */
@Controller()
export class DirectoryController {
  readonly #history: DirectoryHistoryRepository;

  constructor(
    private readonly directory: Directory,
    private readonly dependencies: Dependencies,
  ) {
    this.#history = new DirectoryHistoryRepository(dependencies.database);
  }

  @Endpoint('getDirectory')
  async get(): Promise<Answer<'getDirectory'>> {
    const { dataset, totals } = this.directory;
    const { freshDays } = this.dependencies.configuration;
    const since = new Date(this.dependencies.clock().getTime() - HISTORY_DAYS * DAY_MS);
    const [versions, register, openData] = await Promise.all([
      this.#history.versionsSince(since),
      this.#register(),
      this.#openData(),
    ]);
    return {
      version: dataset.version,
      syncedAt: dataset.syncedAt,
      doctors: dataset.doctors,
      clinics: dataset.clinics,
      acceptingNewPatients: totals.summary.acceptingNewPatients,
      freshness: totals.summary.dataFreshness,
      register,
      ...openData,
      history: versions.map(({ confirmations, ...version }) => ({
        ...version,
        freshness: freshnessOf(confirmations, version.doctors, new AsOf(version.at, freshDays)),
      })),
    };
  }

  @Endpoint('getClinicMap')
  async map(): Promise<Answer<'getClinicMap'>> {
    const { dataset, asOf } = this.directory;
    const places = await this.#history.clinicPlaces();
    return {
      version: dataset.version,
      clinics: places.map(({ id, name, accepting, staffed, confirmedAt, ...place }) => {
        const [lat, lng] = [roundToMeter(place.lat), roundToMeter(place.lng)];
        if (!staffed) return [id, name, lat, lng, accepting, null];
        if (!confirmedAt) return [id, name, lat, lng, accepting, 'unknown'];
        const fresh = confirmedAt.getTime() >= asOf.freshSince;
        return [id, name, lat, lng, accepting, fresh ? 'fresh' : 'stale'];
      }),
    };
  }

  @Endpoint('getExplanation', ExplanationQuery)
  explanation({ query: { list, id, query } }: Call<'getExplanation'>): Answer<'getExplanation'> {
    const parameters = parse(query.slice(query.indexOf('?') + 1).trim());
    return this.directory.explainAbsence(EXPLANATION.read({ ...parameters, list, id })).value;
  }

  @Endpoint('getEvidence', EvidenceQuery)
  async evidence({ query: { id } }: Call<'getEvidence'>): Promise<Answer<'getEvidence'>> {
    const isDoctor = OPERATIONS.getDoctorEvidence.subject.pattern.test(id);
    const { evidence, warnings } = isDoctor
      ? this.directory.getDoctorEvidence(id).value
      : this.directory.getClinicEvidence(id).value;
    const clinics = evidence
      .flatMap(({ value, previous }) => [value, previous].flat())
      .filter((value) => isUUID(value)) as string[];
    const names = await subjectNames(this.dependencies.database, clinics);
    return { evidence, warnings, names: Object.fromEntries(names) };
  }

  async #openData(): Promise<Pick<Answer<'getDirectory'>, 'places' | 'openData'>> {
    const jobs = new OpenDataJobs(this.dependencies.database);
    const [places, isRunning] = await Promise.all([jobs.places(), jobs.isRunning()]);
    const { spool } = this.dependencies.configuration.imports;
    if (spool === '') return { places, openData: 'off' };
    return { places, openData: isRunning ? 'running' : 'ready' };
  }

  async #register(): Promise<Answer<'getDirectory'>['register']> {
    const lastCompleteRunAt = (await this.#history.lastRegisterRunAt()) ?? null;
    const { freshDays } = this.dependencies.configuration;
    const overdue = (lastCompleteRunAt?.getTime() ?? 0) < this.directory.asOf.freshSince;
    return { lastCompleteRunAt, freshDays, overdue };
  }
}

/** Rounds degrees to about a meter, to keep the answer small. */
function roundToMeter(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/**
 * @param confirmations doctors by the day of their last confirmation, and under `never` those without one
 * @param freshSince a confirmation on the day of this time (UTC) or later counts as fresh
 */
function freshnessOf(
  confirmations: Readonly<Record<string, number>>,
  doctors: number,
  { freshSince }: AsOf,
): FreshnessCounts {
  const firstDay = new Date(freshSince).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const { never: unknown = 0, ...days } = confirmations;
  const fresh = Object.entries(days).reduce((sum, [day, count]) => (day >= firstDay ? sum + count : sum), 0);
  const confirmed = doctors - unknown;
  return { fresh, stale: confirmed - fresh, unknown, coveragePct: percentage(confirmed, doctors) };
}
