// Writes the package for desktop hosts, `care-atlas.mcpb`, whose manifest lists the tools, and the registry entry
// `server.json`, which contains the hash of the package.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../tools/src/project.js';
import { packExtension } from '@anthropic-ai/mcpb';
import { LISTED_TOOLS } from '../../apps/mcp/src/tools/tools.js';
import { bundleConnector } from '../../apps/mcp/bundle/bundle.js';

const BUNDLE = join(PROJECT, 'apps/mcp/bundle');
const directory = process.argv[2] ?? join(PROJECT, 'apps/mcp/dist');
const content = await mkdtemp(join(tmpdir(), 'care-atlas-mcpb-'));
try {
  await mkdir(directory, { recursive: true });
  await cp(join(BUNDLE, 'icon.png'), join(content, 'icon.png'));
  const manifest = await readJson<object>('manifest.json');
  const tools = LISTED_TOOLS.en.tools.map(({ name, title }) => ({ name, description: `${title}.` }));
  await writeJson(join(content, 'manifest.json'), { ...manifest, tools });
  await bundleConnector(join(content, 'server/care-atlas-mcp.cjs'));
  const outputPath = join(directory, 'care-atlas.mcpb');
  if (!(await packExtension({ extensionPath: content, outputPath, silent: true }))) {
    throw new Error(
      'The package could not be created. Run mcpb validate apps/mcp/bundle/manifest.json for the reason.',
    );
  }
  const fileSha256 = createHash('sha256')
    .update(await readFile(outputPath))
    .digest('hex');
  const entry = await readJson<{ readonly packages: readonly object[] }>('server.json');
  const packages = entry.packages.map((listed) => ({ ...listed, fileSha256 }));
  await writeJson(join(directory, 'server.json'), { ...entry, packages });
} finally {
  await rm(content, { recursive: true, force: true });
}
console.info(`Wrote ${join(directory, 'care-atlas.mcpb')} and server.json.`);

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(BUNDLE, file), 'utf8')) as T;
}

function writeJson(path: string, value: object): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
