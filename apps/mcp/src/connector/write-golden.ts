import { writeFile } from 'node:fs/promises';
import { goldenOffer } from './golden.js';

const GOLDEN = new URL('../../../../docs/tools.json', import.meta.url);

await writeFile(GOLDEN, `${JSON.stringify(goldenOffer(), null, 2)}\n`);
