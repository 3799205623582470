import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../test/stage/until.js';
import { SourceWatch } from './source-watch.js';

let folder: string;
let sources: SourceWatch;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-watched-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), '0');
  sources = new SourceWatch([folder]);
});
afterEach(async () => {
  await sources.stop();
  rmSync(folder, { recursive: true });
});

const noticed = () => readFileSync(sources.file, 'utf8').split('\n').length - 1;

/** Makes a change, and waits until it is noticed. */
async function notices(change: () => void): Promise<void> {
  const before = noticed();
  change();
  await until('the change was noticed', () => noticed() > before);
}

it('a file that is replaced by another one is noticed each time', async () => {
  for (const text of ['1', '2', '3'])
    await notices(() => {
      writeFileSync(join(folder, 'next'), text);
      renameSync(join(folder, 'next'), join(folder, 'src/a.ts'));
    });
  expect(readFileSync(sources.file, 'utf8')).toContain(join(folder, 'src/a.ts'));
});

it('files in new folders are noticed, and what is built is not', async () => {
  await notices(() => mkdirSync(join(folder, 'src/new')));
  await notices(() => writeFileSync(join(folder, 'src/new/b.ts'), '1'));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/a.js'), '1');
  await notices(() => writeFileSync(join(folder, 'src/a.ts'), '4'));
  expect(readFileSync(sources.file, 'utf8')).not.toContain('dist');
});
