import { faultInGatewaySecret } from './gateway-secret.js';

describe('a secret that a gateway chose', () => {
  test.each(['x'.repeat(16), 'x'.repeat(1024), '0b8e-11ea~!"#%&/()=?'])('%j is accepted', (secret) => {
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
  ])('%j is refused in a sentence that does not repeat it', (secret) => {
    const fault = faultInGatewaySecret(secret);
    expect(fault).toMatch(/^[AT].+\.$/);
    expect(fault!.includes(secret || 'nothing')).toBe(false);
  });
});
