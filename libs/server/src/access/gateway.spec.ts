import { Gateway, requireGatewayHost } from './gateway.js';

describe.each(['Gateway', 'RapidAPI'])('the headers of %s', (name) => {
  const header = (what: string) => `x-${name.toLowerCase()}-${what}`;
  const gateway = new Gateway({ name, host: 'care.gateway.example' });

  it('the secret is in one header, given once', () => {
    expect(gateway.secretOf({ [header('proxy-secret')]: 'secret' })).toBe('secret');
    expect(gateway.secretOf({ [header('key')]: 'secret', 'x-other-proxy-secret': 'secret' })).toBeUndefined();
    expect(gateway.secretOf({ [header('proxy-secret')]: ['one', 'two'] })).toBeUndefined();
  });

  it('the consumer is the user', () => {
    expect(gateway.passageOf({ [header('user')]: 'anna' }).consumer).toBe('anna');
    expect(gateway.passageOf({ 'x-other-user': 'anna' }).consumer).toBe('');
  });

  it.each([
    [header('host'), 'care.gateway.example', true],
    [header('host'), 'CARE.gateway.example', true],
    ['x-forwarded-host', 'care.gateway.example', true],
    [header('host'), 'elsewhere.example', false],
    ['x-forwarded-host', 'care.gateway.example, elsewhere.example', false],
    ['host', 'care.gateway.example', false],
  ])('%s: %s is the host of the gateway: %s', (at, host, atHost) => {
    expect(gateway.passageOf({ [at]: host }).atHost).toBe(atHost);
  });
});

it('any host will do when none is configured', () => {
  expect(new Gateway({ name: 'Gateway', host: '' }).passageOf({}).atHost).toBe(true);
});

it('only a passage that missed the host is refused', () => {
  expect(() => requireGatewayHost({ consumer: '', atHost: false })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
  expect(() => requireGatewayHost({ consumer: '', atHost: true })).not.toThrow();
  expect(() => requireGatewayHost(undefined)).not.toThrow();
});
