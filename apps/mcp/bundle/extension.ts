import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { TOOLS } from '../src/tools/tools.js';
import { bundleConnector } from './bundle.js';

/** The part of a registry entry that is completed here. */
interface ServerEntry {
  readonly packages: readonly { readonly fileSha256: string }[];
}

/** The tools as a manifest lists them. */
const LISTED_TOOLS = TOOLS.map(({ name, title }) => ({ name, description: `${title}.` }));

/**
 * Writes the package for desktop hosts, `care-atlas.mcpb`, whose manifest lists the tools, and the registry entry
 * `server.json`, which contains the hash of the package.
 * @throws Error when the manifest is not valid
 */
export async function packConnector(directory: string): Promise<void> {
  const content = await mkdtemp(join(tmpdir(), 'care-atlas-mcpb-'));
  try {
    await mkdir(directory, { recursive: true });
    await cp(join(import.meta.dirname, 'icon.png'), join(content, 'icon.png'));
    const manifest = await readJson<object>('manifest.json');
    await writeJson(join(content, 'manifest.json'), { ...manifest, tools: LISTED_TOOLS });
    await bundleConnector(join(content, 'server/care-atlas-mcp.cjs'));
    const outputPath = join(directory, 'care-atlas.mcpb');
    if (!(await packExtension({ extensionPath: content, outputPath, silent: true }))) {
      throw new Error(
        'The package could not be created. Run mcpb validate bundle/manifest.json for the reason.',
      );
    }
    const fileSha256 = createHash('sha256')
      .update(await readFile(outputPath))
      .digest('hex');
    const entry = await readJson<ServerEntry>('server.json');
    const packages = entry.packages.map((listed) => ({ ...listed, fileSha256 }));
    await writeJson(join(directory, 'server.json'), { ...entry, packages });
  } finally {
    await rm(content, { recursive: true, force: true });
  }
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')) as T;
}

function writeJson(path: string, value: object): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
