import { nodeLine } from './node-line.js';

it.each([
  ['npm/10.8.2 node/v20.20.2 linux x64 workspaces/false', '20.20.2'],
  ['npm/11.19.1 node/v22.22.0 darwin arm64', '22.22.0'],
])('started by %s, the start says which Node runs', (userAgent, installed) => {
  expect(nodeLine('v24.21.0', userAgent)).toBe(
    `Care Atlas runs on its own Node 24.21.0; the Node ${installed} of this machine only installs it.`,
  );
});

it.each([['npm/11.19.1 node/v24.11.0 linux x64'], ['another program'], [undefined]])(
  'started by %s, there is nothing to say',
  (userAgent) => expect(nodeLine('v24.21.0', userAgent)).toBeUndefined(),
);
