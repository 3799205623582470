import { readFileSync } from 'node:fs';
import { connectorDescription } from '../src/connector/golden.js';

it('docs/tools.json is current; `npm run golden` rewrites it', () => {
  const committed = readFileSync(new URL('../../../docs/tools.json', import.meta.url), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(connectorDescription())));
});
