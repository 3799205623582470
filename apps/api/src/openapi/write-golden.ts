import { writeFile } from 'node:fs/promises';
import { goldenDocument } from './golden.js';

const GOLDEN = new URL('../../../../docs/openapi.json', import.meta.url);

await writeFile(GOLDEN, `${JSON.stringify(await goldenDocument(), null, 2)}\n`);
