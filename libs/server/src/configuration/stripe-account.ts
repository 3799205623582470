import { ConfigurationError } from './variable.js';

export const DEFAULT_STRIPE_URL = 'https://api.stripe.com';

/** The account that sells keys. */
export interface StripeAccount {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Whether its payments are of real money. */
  readonly live: boolean;
  readonly apiUrl: string;
}

/** @throws ConfigurationError when it is not one, or not one for production */
export function stripeAccount(values: {
  readonly NODE_ENV: string;
  readonly STRIPE_SECRET_KEY: string;
  readonly STRIPE_WEBHOOK_SECRET: string;
  readonly STRIPE_API_URL: string;
}): StripeAccount | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: apiUrl } = values;
  if (secretKey === '' && secret === '') return undefined;
  if (secretKey === '' || secret === '') {
    throw new ConfigurationError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.');
  }
  const live = /^[sr]k_live_/.test(secretKey);
  if (values.NODE_ENV === 'production') {
    if (!live) {
      throw new ConfigurationError(
        'STRIPE_SECRET_KEY must be a live key in production: a payment in test mode must not buy a key.',
      );
    }
    if (apiUrl !== DEFAULT_STRIPE_URL) {
      throw new ConfigurationError(`STRIPE_API_URL must be ${DEFAULT_STRIPE_URL} in production.`);
    }
  }
  return { secretKey, webhookSecret: secret, live, apiUrl };
}

export function stripeKey(value: string): string {
  if (value === '' || /^[sr]k_(live|test)_\w+$/.test(value)) return value;
  throw new Error('a secret or restricted key of Stripe (sk_live_… or rk_live_…, with _test_ in test mode)');
}

export function webhookSecret(value: string): string {
  if (value === '' || /^whsec_\S+$/.test(value)) return value;
  throw new Error('the signing secret of a Stripe webhook (whsec_…)');
}
