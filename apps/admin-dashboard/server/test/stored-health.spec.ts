import { english, HEALTH_ENGLISH, type HealthMessage } from '#contract/messages/english';
import { storedHealth } from '../src/health/stored-health.js';

/** Values that a deployment may have. */
const PARAMS: Readonly<Record<string, string>> = {
  version: '4-c914b2b6',
  milliseconds: '3',
  cause: 'ECONNREFUSED',
  address: 'http://localhost:3001/ready?a=b; c',
  status: '503',
  standbys: '2',
  lag: '31.5',
  versions: 'API 4-c914b2b6, connector 5-aa00bb11, dashboard 4-c914b2b6',
  days: '12',
  freshDays: '120',
  hours: '30',
  minutes: '130',
  since: '2026-11-20T08:00:00.000Z',
};

/** Returns a message with the parameters that its sentence uses. */
function example(code: string): HealthMessage {
  const sentence: unknown = HEALTH_ENGLISH[code as HealthMessage['code']];
  if (typeof sentence !== 'function') return { code } as HealthMessage;
  const used: Record<string, string> = {};
  const values = new Proxy(PARAMS, { get: (all, name: string) => (used[name] = all[name]!) });
  sentence(values);
  return { code, params: used } as HealthMessage;
}

it.each(Object.keys(HEALTH_ENGLISH))('%s is read back from its stored sentence', (code) => {
  const message = example(code);
  expect(storedHealth(english(message))).toEqual({ ...message, params: message.params ?? {} });
});

it.each(['', 'It is down.', 'It answers', 'It answers..', 'It does not answer: .', ' connected.'])(
  '%j is no sentence of this release',
  (detail) => {
    expect(storedHealth(detail)).toBeUndefined();
  },
);
