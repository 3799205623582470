import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PROJECT } from '../../src/project.js';

const OXLINT = join(PROJECT, 'node_modules/oxlint/bin/oxlint');

// A copy of the configuration over folders of the same names: a file put into the project itself would
// disturb a compilation at the same time.
const copy = mkdtempSync(join(tmpdir(), 'care-atlas-boundaries-'));
copyFileSync(join(PROJECT, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
afterAll(() => rmSync(copy, { recursive: true }));

const REJECTED = [
  ['libs/domain/src', 'node:fs'],
  ['libs/domain/src', 'typeorm'],
  ['libs/domain/src', 'class-validator'],
  ['libs/domain/src', '@nestjs/common'],
  ['libs/domain/src', '@care-atlas/data/connection'],
  ['libs/domain/src/read-model', '@care-atlas/server/access'],
  ['libs/local-postgres/src', '@care-atlas/domain/text'],
  ['libs/data/src', '@care-atlas/server/access'],
  ['libs/data/src', '@nestjs/common'],
  ['libs/data/src', 'fastify'],
  ['libs/data/src', '../../domain/src/text.js'],
  ['libs/server/src', '@care-atlas/api/app'],
  ['libs/server/src', '@care-atlas/local-postgres/local-postgres'],
  ['libs/client/src', 'node:fs'],
  ['libs/client/src', '@care-atlas/data/connection'],
  ['apps/admin-dashboard/client/src', '@care-atlas/server/access'],
  ['libs/client/src/command', '@care-atlas/domain/text'],
  ['apps/api/src', '@care-atlas/sync/main'],
  ['apps/api/src', '../../sync/src/main.js'],
  ['apps/admin-dashboard/server/src/runs', '@care-atlas/sync/corrections'],
  ['apps/admin-dashboard/server/src/corrections', '@care-atlas/sync/main'],
  ['apps/sync/src', '@care-atlas/server/access'],
  ['tools/src', '@care-atlas/api/app'],
  ['lab/parity', '@care-atlas/api/app'],
] as const;
const ALLOWED = [
  ['libs/domain/src/read-model', '../text/text.js'],
  ['libs/data/src', '@care-atlas/domain/text'],
  ['libs/server/src', '@care-atlas/data/connection'],
  ['libs/client/src/command', 'node:fs'],
  ['apps/admin-dashboard/client/src', '@care-atlas/server/assets/record.css'],
  ['apps/api/src', '@care-atlas/server/access'],
  ['apps/sync/src', '@care-atlas/data/sync'],
  ['apps/admin-dashboard/server/src/corrections', '@care-atlas/sync/corrections'],
  ['tools/src', '@care-atlas/local-postgres/local-postgres'],
] as const;

/** The files that import what they must not, by folder and module. */
let refused: ReadonlySet<string>;
beforeAll(() => {
  // One run of the linter: a process for each file took most of the time.
  const files = [...REJECTED, ...ALLOWED].map(([folder, module], index) => {
    mkdirSync(join(copy, folder), { recursive: true });
    const file = join(folder, `canary-${index}.ts`);
    writeFileSync(join(copy, file), `import '${module}';\n`);
    return { file, name: `${folder} ${module}` };
  });
  const { stdout } = spawnSync(process.execPath, [OXLINT, '--format', 'json', '.'], {
    cwd: copy,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  const found = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
  refused = new Set(
    files.filter(({ file }) => found.some(({ filename }) => filename === file)).map(({ name }) => name),
  );
});

describe('the module boundaries that the linter enforces', () => {
  it.each(REJECTED)('%s rejects an import of %s', (folder, module) => {
    expect(refused).toContain(`${folder} ${module}`);
  });

  it.each(ALLOWED)('%s may import %s', (folder, module) => {
    expect(refused).not.toContain(`${folder} ${module}`);
  });
});

it('nothing of the product imports the lab', () => {
  const files = globSync('{apps,libs,tools}/**/*.{ts,tsx,mjs}', {
    cwd: PROJECT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/out-tsc/**'],
  });
  const importing = files.filter((file) =>
    /(?:from|import\(?) '(?:\.\.\/)+lab\//.test(readFileSync(join(PROJECT, file), 'utf8')),
  );
  // An example, which this file only quotes: import { judge } from '../../lab/judge.js';
  expect(importing).toEqual([relative(PROJECT, import.meta.filename)]);
});
