import { join } from 'node:path';
import { packConnector } from './extension.js';

const directory = process.argv[2] ?? join(import.meta.dirname, '../dist');
await packConnector(directory);
console.info(`Wrote ${join(directory, 'care-atlas.mcpb')} and server.json.`);
