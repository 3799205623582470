import { join } from 'node:path';

const OFFICIAL = join(import.meta.dirname, '../node_modules/@modelcontextprotocol');

/** The official inspector, and the official conformance suite. */
export const INSPECTOR = join(OFFICIAL, 'inspector/clients/launcher/build/index.js');
export const CONFORMANCE_SUITE = join(OFFICIAL, 'conformance/dist/index.js');
