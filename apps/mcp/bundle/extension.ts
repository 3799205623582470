import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { bundleConnector } from './bundle.js';

/** The part of a registry entry that is completed here. */
interface ServerEntry {
  readonly packages: readonly { readonly fileSha256: string }[];
}

/**
 * Writes the package for desktop hosts, `care-atlas.mcpb`, and the registry entry `server.json`, which contains the hash
 * of the package.
 * @throws Error when the manifest is not valid
 */
export async function packConnector(directory: string): Promise<void> {
  const content = await mkdtemp(join(tmpdir(), 'care-atlas-mcpb-'));
  try {
    await mkdir(directory, { recursive: true });
    for (const file of ['manifest.json', 'icon.png'])
      await cp(join(import.meta.dirname, file), join(content, file));
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
    const entry = JSON.parse(await readFile(join(import.meta.dirname, 'server.json'), 'utf8')) as ServerEntry;
    const packages = entry.packages.map((listed) => ({ ...listed, fileSha256 }));
    await writeFile(join(directory, 'server.json'), `${JSON.stringify({ ...entry, packages }, null, 2)}\n`);
  } finally {
    await rm(content, { recursive: true, force: true });
  }
}
