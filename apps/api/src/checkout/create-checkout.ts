import type { PurchaseRepository } from '@care-atlas/data/checkout';
import type { Configuration } from '@care-atlas/server/configuration';
import type { CheckoutRouteDependencies } from './checkout-routes.js';
import { Checkout } from './checkout.js';
import { ClaimCookie } from './claim-cookie.js';
import type { PaymentProvider } from './payment-provider.js';
import { StripeProvider } from './stripe-provider.js';
import { TestPaymentProvider } from './test-payment-provider.js';

/** What the checkout needs from the service. */
export interface CreateCheckoutDependencies {
  readonly configuration: Configuration;
  readonly purchases: PurchaseRepository;
  readonly rateStore: CheckoutRouteDependencies['rateStore'];
  readonly clock: () => Date;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Creates the checkout that the configuration asks for. */
export function createCheckout(dependencies: CreateCheckoutDependencies): CheckoutRouteDependencies {
  const { configuration, purchases, rateStore, clock, randomBytes } = dependencies;
  const { baseUrl, production, tierRules } = configuration;
  const provider = providerOf(configuration, clock);
  return {
    checkout: new Checkout({ provider, purchases, clock, randomBytes, production }),
    provider,
    shop: {
      baseUrl,
      live: provider?.live ?? production,
      requestsPerMinute: tierRules.rates.live,
      pageMaximum: tierRules.sizes.live.pageMaximum,
    },
    claimCookie: new ClaimCookie(baseUrl, randomBytes),
    rateStore,
  };
}

/** Returns Stripe if there is an account, and test payments otherwise, but never in production. */
function providerOf(
  { stripe, production, baseUrl }: Configuration,
  clock: () => Date,
): PaymentProvider | undefined {
  if (stripe) return new StripeProvider(stripe, (purchase) => `${baseUrl}/buy/${purchase}`, clock);
  return production ? undefined : new TestPaymentProvider();
}
