import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangePage } from '@care-atlas/domain/contract';
import { DOCTORS } from '../../../../libs/domain/test/invented-directory.js';
import { TestApi } from '../test-api.js';

export const [DOCTOR] = DOCTORS;
/** The API with a folder of exports, for the tests of a file. */
export class FeedStage {
  api!: TestApi;
  folder!: string;
  /** The address of the interface. */
  url!: string;

  /** Starts it before the tests of the file, and stops it after them. */
  static ofFile(): FeedStage {
    const stage = new FeedStage();
    beforeAll(async () => {
      stage.folder = await mkdtemp(join(tmpdir(), 'care-atlas-feed-'));
      stage.api = await TestApi.start({ env: { EXPORT_DIR: stage.folder } });
      stage.url = `http://127.0.0.1:${await stage.api.listen()}/api/v1`;
    });
    afterAll(async () => {
      await stage.api?.stop();
      await rm(stage.folder, { recursive: true, force: true });
    });
    return stage;
  }

  /** @throws unless they are answered */
  async changes(query = '', key?: string): Promise<ChangePage> {
    const answer = await this.api.ask(`/changes${query}`, key === undefined ? {} : { key });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
    return answer.json<ChangePage>();
  }

  /** Changes the name of a doctor. */
  rename(name: string): Promise<string> {
    return this.api.import([{ ...DOCTOR!, name }]);
  }

  /** Downloads a file over HTTP. */
  async download(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    key = this.api.keys.live,
    method = 'GET',
  ) {
    const response = await fetch(`${this.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
  }
}
