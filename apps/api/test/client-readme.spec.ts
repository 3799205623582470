import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfiguration } from '@care-atlas/server/configuration';
import { CLINICS } from './directory-records.js';
import { TestApi } from './test-api.js';

const readme = await readFile(join(import.meta.dirname, '../../../libs/client/README.md'), 'utf8');
const { sandboxKey } = readConfiguration({ DATABASE_URL: 'postgres://localhost/none' });
const examples = Array.from(readme.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code);

let api: TestApi;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '.readme-'));
  api = await TestApi.start({ env: { EXPORT_DIR: join(folder, 'exports') } });
  await api.publishSandboxKey(sandboxKey);
  await api.publish(join(folder, 'exports'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api?.stop();
});

test('every example of the client runs, against the API', async () => {
  const url = `http://127.0.0.1:${await api.listen()}/api/v1`;
  expect(examples.length).toBeGreaterThan(8);
  for (const [index, code] of examples.entries()) {
    const names = { url, key: await api.mintKey('live'), consumerKey: 'consumer', id: CLINICS[0].id };
    const given = Object.entries(names).map(([name, value]) => `const ${name} = '${value}';`);
    const file = join(folder, `example-${index}.ts`);
    const imports = code.match(/^import .* from 'node:.*$/gm) ?? [];
    const body = code.replace(/^import .*$/gm, '');
    await writeFile(
      file,
      `import { CareAtlas } from '@care-atlas/client/client';
      ${imports.join('\n')}
      ${given.join('\n')}
      const controller = new AbortController();
      const directory = new CareAtlas({ url, key });
      const isSuitable = () => true;
      {
        ${body.replace('http://localhost:3000/api/v1', url).replace("'directory.sqlite'", `'${join(folder, 'directory.sqlite')}'`)}
      }
      export {};`,
    );
    await expect(import(pathToFileURL(file).href)).resolves.toBeDefined();
  }
});
