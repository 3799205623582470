import { findings } from './findings.js';

it('the packages, their licenses, the tree and its history have no faults', async () => {
  const found = await findings(false);
  expect(found.length).toBeGreaterThan(5);
  expect(found.flatMap(([, faults]) => faults)).toEqual([]);
});
