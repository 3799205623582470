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
    expect(gateway.contextOf({ [header('user')]: 'anna' }).consumer).toBe('anna');
    expect(gateway.contextOf({ 'x-other-user': 'anna' }).consumer).toBe('');
  });

  it.each([
    [header('host'), 'care.gateway.example', true],
    [header('host'), 'CARE.gateway.example', true],
    ['x-forwarded-host', 'care.gateway.example', true],
    [header('host'), 'elsewhere.example', false],
    ['x-forwarded-host', 'care.gateway.example, elsewhere.example', false],
    ['host', 'care.gateway.example', false],
  ])('%s: %s is the host of the gateway: %s', (at, host, hostMatches) => {
    expect(gateway.contextOf({ [at]: host }).hostMatches).toBe(hostMatches);
  });
});

it('any host is accepted when none is configured', () => {
  expect(new Gateway({ name: 'Gateway', host: '' }).contextOf({}).hostMatches).toBe(true);
});

it('only a request to another host is rejected', () => {
  expect(() => requireGatewayHost({ consumer: '', hostMatches: false })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
  expect(() => requireGatewayHost({ consumer: '', hostMatches: true })).not.toThrow();
  expect(() => requireGatewayHost(undefined)).not.toThrow();
});
