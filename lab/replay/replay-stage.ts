import { Stage } from '../../tools/test/stage/stage.js';
import type { Connection } from '../../tools/test/stage/connection.js';
import { hashOf, type RecordedAnswer, type RecordedRequest, type RecordedTier } from './recording.js';

/** The number of sample doctors. */
export const DOCTORS = 1_500;
const NOW = new Date('2026-11-20T11:10:00Z');
const NO_LIMIT = { RATE_LIMIT_LIVE: '1000000', RATE_LIMIT_SANDBOX: '1000000' };
const BASE_URL = 'https://directory.example';

/** The API over the sample directory of the recording, at the time of the recording. */
export class ReplayStage {
  private constructor(
    private readonly stage: Stage,
    private readonly connection: Connection,
    private readonly keys: Readonly<Record<RecordedTier, string>>,
  ) {}

  static async start(): Promise<ReplayStage> {
    const stage = await Stage.start(DOCTORS, NOW);
    const api = await stage.service('api', { ...NO_LIMIT, BASE_URL });
    await api.stepClock(NOW.getTime() - Date.now());
    const keys = { live: await stage.mintKey('live'), sandbox: await stage.mintKey('sandbox') };
    return new ReplayStage(stage, stage.connect(api), keys);
  }

  get databaseUrl(): string {
    return this.stage.postgres.directUrl;
  }

  /** Sends a request, and returns its answer with the body. */
  async ask({ tier, path }: RecordedRequest): Promise<RecordedAnswer & { readonly body: string }> {
    const { status, body } = await this.connection.ask(`/api/v1${path}`, { key: this.keys[tier] });
    return { status, hash: hashOf(path, body), body };
  }

  stop(): Promise<void> {
    return this.stage.stop();
  }
}
