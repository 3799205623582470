import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../../test/test-directory.js';

const REGISTER = fileURLToPath(new URL('../../../../tools/dev-register.mjs', import.meta.url));
const LOADER = new URL('./loading/read-model-loader.ts', import.meta.url).href;

test("the read model loads in Node's watch mode, which sends its own messages", async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'watched-'));
  const file = join(folder, 'main.mjs');
  const program = `
    const { loadReadModel } = await import(${JSON.stringify(LOADER)});
    const model = await loadReadModel(${JSON.stringify(database.url)});
    console.log('doctors: ' + String(model.doctors.listed));`;
  await writeFile(file, program);
  const args = ['--watch', '--conditions=@care-atlas/source', '--import', REGISTER, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!/doctors:|Error|Failed/.test(said)) await setTimeout(50);
  child.kill();
  await once(child, 'exit');
  expect(said).toContain('doctors: 0');
  await rm(folder, { recursive: true });
  await database.drop();
});
