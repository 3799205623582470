import { writeFile } from 'node:fs/promises';
import { connectorDescription } from './golden.js';

const GOLDEN = new URL('../../../../docs/tools.json', import.meta.url);

await writeFile(GOLDEN, `${JSON.stringify(connectorDescription(), null, 2)}\n`);
