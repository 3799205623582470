import type { PurchaseRepository } from '@care-atlas/data/checkout';
import type { Configuration } from '@care-atlas/server/configuration';
import { Checkout } from './checkout.js';
import type { CheckoutRoutes } from './checkout-routes.js';
import { ClaimCookie } from './claim-cookie.js';
import type { PaymentDesk } from './payment-desk.js';
import { StandInDesk } from './stand-in-desk.js';
import { StripeDesk } from './stripe-desk.js';

/** What the checkout needs from the rest of the service. */
export interface CheckoutSurroundings {
  readonly configuration: Configuration;
  readonly purchases: PurchaseRepository;
  readonly rateStore: CheckoutRoutes['rateStore'];
  readonly clock: () => Date;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Puts the checkout together. */
export function checkoutParts(surroundings: CheckoutSurroundings): CheckoutRoutes {
  const { configuration, purchases, rateStore, clock, randomBytes } = surroundings;
  const { baseUrl, production, tierRules } = configuration;
  const desk = deskOf(configuration, clock);
  return {
    checkout: new Checkout({ desk, purchases, clock, randomBytes, production }),
    desk,
    shop: {
      baseUrl,
      live: desk?.live ?? production,
      requestsPerMinute: tierRules.rates.live,
      pageMaximum: tierRules.sizes.live.pageMaximum,
    },
    claimCookie: new ClaimCookie(baseUrl, randomBytes),
    rateStore,
  };
}

/** Stripe where there is an account; the test payment without one, but never in production. */
function deskOf({ stripe, production, baseUrl }: Configuration, clock: () => Date): PaymentDesk | undefined {
  if (stripe) return new StripeDesk(stripe, (purchase) => `${baseUrl}/buy/${purchase}`, clock);
  return production ? undefined : new StandInDesk();
}
