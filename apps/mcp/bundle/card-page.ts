import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLACE_LABELS } from '@care-atlas/domain/map';
import { CROSSING_PUBLISHERS } from '@care-atlas/domain/places';
import { RECORD_STYLE, RESULT_STYLE } from '@care-atlas/server/record';
import { build, transform } from 'esbuild';

const CARD = join(import.meta.dirname, '../card');
/** The shores and subway lines that the portal's map shows too. */
const GEOGRAPHY = join(import.meta.dirname, '../../api/assets/portal/geography.svg');

/** The module that holds the card, so that every form of the connector carries it. */
export const CARD_MODULE = join(import.meta.dirname, '../src/connector/generated/card-page.ts');

/** Returns the text of the module: the card as one HTML page that loads nothing. */
export async function cardModule(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: CARD,
    entryPoints: ['main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['@care-atlas/source'],
    minify: true,
    charset: 'utf8',
    define: {
      PLACE_LABELS: JSON.stringify(PLACE_LABELS),
      CROSSING_PUBLISHERS: JSON.stringify(CROSSING_PUBLISHERS),
    },
    // Inside of HTML, no text may end the script.
    supported: { 'inline-script': false },
    logLevel: 'warning',
  });
  const own = await readFile(join(CARD, 'card.css'), 'utf8');
  const { code: style } = await transform(RECORD_STYLE + RESULT_STYLE + own, {
    loader: 'css',
    minify: true,
  });
  const geography = await readFile(GEOGRAPHY, 'utf8');
  const parts = {
    style: `<style>${style.trim()}</style>`,
    geography: `<svg width="0" height="0" aria-hidden="true"><defs>${geography.trim()}</defs></svg>`,
    script: `<script>${outputFiles[0]!.text.trim()}</script>`,
  };
  const template = await readFile(join(CARD, 'card.html'), 'utf8');
  const page = template.replaceAll(/<!-- (\w+) -->/g, (_, name: keyof typeof parts) => parts[name]);
  return `// Made of card/ by "npm run golden".\nexport const CARD_PAGE = ${JSON.stringify(page)};\n`;
}
