import { writeFile } from 'node:fs/promises';
import { clientOperations } from './client-operations.js';
import { goldenDocument } from './golden.js';

const PROJECT = new URL('../../../../', import.meta.url);

const document = await goldenDocument();
await writeFile(new URL('docs/openapi.json', PROJECT), `${JSON.stringify(document, null, 2)}\n`);
await writeFile(new URL('libs/client/src/generated/operations.ts', PROJECT), clientOperations(document));
