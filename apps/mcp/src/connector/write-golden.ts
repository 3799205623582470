import { writeFile } from 'node:fs/promises';
import { CONNECTOR_DESCRIPTION } from './connector.js';

const GOLDEN = new URL('../../../../docs/tools.json', import.meta.url);

await writeFile(GOLDEN, `${JSON.stringify(CONNECTOR_DESCRIPTION, null, 2)}\n`);
