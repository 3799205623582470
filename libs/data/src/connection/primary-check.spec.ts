import { PassThrough } from 'node:stream';
import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.js';
import { PrimaryCheck, type ServerState } from './primary-check.js';

function aServer(timeline: string | null, cluster = '1'): ServerState {
  return { pid: 1, recovering: timeline === null, cluster, timeline };
}

/** A client that is not connected. */
function aClient(): { readonly client: pg.Client; readonly stream: PassThrough } {
  const stream = new PassThrough();
  return { client: new pg.Client({ stream: () => stream }), stream };
}

function refusal(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('a server in recovery is refused, as unavailable', () => {
  const error = refusal(() => new PrimaryCheck().admit(aClient().client, aServer(null)));
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a newer timeline closes the connections to older ones, and refuses new ones', () => {
  const check = new PrimaryCheck();
  const [old, current] = [aClient(), aClient()];
  check.admit(old.client, aServer('0000000F'));
  check.admit(current.client, aServer('00000010'));
  expect([old.stream.destroyed, current.stream.destroyed]).toEqual([true, false]);
  expect(isDatabaseUnavailable(refusal(() => check.admit(aClient().client, aServer('0000000F'))))).toBe(true);
  expect(refusal(() => check.admit(aClient().client, aServer('00000010')))).toBeUndefined();
});

test('another cluster, such as one restored from a dump, has timelines of its own', () => {
  const check = new PrimaryCheck();
  const kept = aClient();
  check.admit(kept.client, aServer('00000002'));
  expect(refusal(() => check.admit(aClient().client, aServer('00000001', '2')))).toBeUndefined();
  expect(kept.stream.destroyed).toBe(false);
});
