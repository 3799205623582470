import { readFileSync } from 'node:fs';
import { CONNECTOR_DESCRIPTION } from '../src/connector/connector.js';

it('docs/tools.json is current; `npm run golden` rewrites it', () => {
  const committed = readFileSync(new URL('../../../docs/tools.json', import.meta.url), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(CONNECTOR_DESCRIPTION)));
});
