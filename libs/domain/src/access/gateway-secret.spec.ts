import { faultInGatewaySecret, GATEWAY_SECRET_FAULTS } from './gateway-secret.js';

describe('a secret that a gateway chose', () => {
  test.each(['x'.repeat(16), 'x'.repeat(1024), '0b8e-11ea~!"#%&/()=?'])('accepts %j', (secret) => {
    expect(faultInGatewaySecret(secret)).toBeUndefined();
  });

  test.each([
    '',
    'x'.repeat(15),
    'x'.repeat(1025),
    'with a blank in between',
    'an-accent-in-thé-secret',
    'a-line-that-ends-here\n',
    'care_gateway_00000000000000000000000000000000000000',
  ])('rejects %j with a message that does not contain it', (secret) => {
    const message = GATEWAY_SECRET_FAULTS[faultInGatewaySecret(secret)!];
    expect(message).toMatch(/^[AT].+\.$/);
    expect(message.includes(secret || 'nothing')).toBe(false);
  });
});
