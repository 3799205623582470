import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { DOCUMENT } from '../../apps/api/test/contract.js';

/** The description as an installation serves it: the linters object to the address of a developer's machine. */
const SERVED = JSON.stringify(DOCUMENT).replaceAll('http://localhost:3000', 'https://atlas.example');

/** A description with a fault that each linter must find, so that an empty report means something. */
const FAULTY = SERVED.replaceAll('"name":"cpso"', '"name":"number"');

async function spectralFaults(description: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']], rules: {} });
  const faults = await linter.run(JSON.parse(description) as Record<string, unknown>);
  return faults.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

async function redoclyFaults(description: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const faults = await lintFromString({ source: description, absoluteRef: 'openapi.json', config });
  return faults.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

describe.each([
  ['Spectral', spectralFaults],
  ['Redocly', redoclyFaults],
])('the recommended rules of %s', (_name, faultsIn) => {
  it('find neither errors nor warnings in the description', async () => {
    expect(await faultsIn(SERVED)).toEqual([]);
  });

  it('find a parameter that is not in its path', async () => {
    expect(await faultsIn(FAULTY)).toEqual(expect.arrayContaining([expect.stringContaining('cpso')]));
  });
});
