import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Purchase, PurchaseRepository } from '@care-atlas/data/checkout';
import { makeKey } from '@care-atlas/domain/access';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { PageLanguage } from '@care-atlas/server/pages';
import { faultEntry } from '@care-atlas/server/observability';
import { type PaymentProvider, type PaymentState, PRICE } from './payment-provider.js';

/** How long an unpaid purchase is kept. */
const ABANDONED_MS = 30 * 24 * 3_600_000;
const CLEANUP_BATCH = 10;
const REVERSED = 'The payment was refunded or disputed.';

/** A purchase, and the state of its payment. */
export interface PurchaseStatus {
  readonly purchase: Purchase;
  /** The payment of an unpaid purchase; absent when the provider does not answer. */
  readonly payment?: PaymentState;
  /** The prefix of the key, once it was shown. */
  readonly keyPrefix?: string;
}

export interface CheckoutDependencies {
  /** Absent where keys are not sold; earlier purchases can still be claimed. */
  readonly provider: PaymentProvider | undefined;
  readonly purchases: PurchaseRepository;
  readonly clock: () => Date;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Whether only payments of real money buy a key. */
  readonly production: boolean;
}

/**
 * Sells keys. A purchase belongs to the browser that started it, identified by a secret that only the browser keeps. The
 * key is generated when it is shown, so a key that was never shown does not exist.
 */
export class Checkout {
  readonly #log = new Logger('Checkout');

  constructor(private readonly dependencies: CheckoutDependencies) {}

  /** Starts a purchase for a browser, and returns the URL to pay at. */
  async start(secret: string, language: PageLanguage): Promise<string> {
    const { provider, purchases } = this.dependencies;
    if (!provider) throw new DirectoryError('unavailable');
    const order = { id: randomUUID(), ...PRICE };
    // If the next step fails, nobody knows the payment's URL, and it expires unpaid.
    const { reference, url } = await provider.start(order, language);
    await purchases.add({ ...order, reference, live: provider.live }, secret);
    await this.#cleanUp();
    return url;
  }

  /** Returns the paid purchases of a browser whose keys have not been shown. */
  async unclaimed(secret: string): Promise<readonly Purchase[]> {
    const purchases = await this.dependencies.purchases.findUnclaimed(secret);
    return purchases.filter((purchase) => this.#isValid(purchase));
  }

  /**
   * Returns a purchase of a browser. While it is unpaid, asks the provider, whose event may be late.
   * @returns undefined when the browser has no such purchase
   */
  async status(id: string, secret: string): Promise<PurchaseStatus | undefined> {
    const { purchases } = this.dependencies;
    const purchase = await purchases.findForBrowser(id, secret);
    if (!purchase || !this.#isValid(purchase)) return undefined;
    if (purchase.state === 'claimed') return { purchase, keyPrefix: await purchases.keyPrefix(purchase) };
    if (purchase.state !== 'waiting') return { purchase };
    const payment = await this.#trySettle(purchase);
    return { purchase: (await purchases.findForBrowser(id, secret)) ?? purchase, payment };
  }

  /**
   * Generates and returns the key of a purchase, once. If the answer is lost, so is the key.
   * @returns undefined when the purchase is unpaid, already claimed or of another browser
   */
  async claim(id: string, secret: string): Promise<string | undefined> {
    const { purchases, randomBytes } = this.dependencies;
    const purchase = await purchases.findForBrowser(id, secret);
    if (!purchase || !this.#isValid(purchase)) return undefined;
    const key = makeKey('live', randomBytes);
    return (await purchases.claim(id, secret, key)) ? key : undefined;
  }

  /** Handles an event of the provider. Events may arrive repeatedly and in any order. */
  async handleEvent(event: Buffer, signature: string | undefined): Promise<void> {
    const { provider } = this.dependencies;
    if (!provider) throw new DirectoryError('unavailable');
    for (const reference of await provider.changedPayments(event, signature)) await this.settle(reference);
  }

  /** Updates a purchase to the state of its payment. */
  async settle(reference: string): Promise<void> {
    const purchase = await this.dependencies.purchases.findByReference(reference);
    if (purchase) await this.#settle(purchase);
  }

  #isValid(purchase: Purchase): boolean {
    return purchase.live || !this.dependencies.production;
  }

  async #settle(purchase: Purchase): Promise<PaymentState | undefined> {
    const { provider, purchases } = this.dependencies;
    if (!provider || provider.live !== purchase.live) return undefined;
    const payment = await provider.state(purchase);
    switch (payment.status) {
      case 'open':
      case 'processing':
        break;
      case 'wrong':
        // Left alone: a person has to look at it.
        this.#log.error(
          `The payment of purchase ${purchase.id} is not what was agreed on: ${payment.reason}.`,
        );
        break;
      case 'paid':
      case 'lapsed':
      case 'reversed':
        await purchases.recordOutcome(purchase.id, payment.status, REVERSED);
        break;
      default:
        payment satisfies never;
    }
    return payment;
  }

  async #trySettle(purchase: Purchase): Promise<PaymentState | undefined> {
    try {
      return await this.#settle(purchase);
    } catch (error) {
      if (!(error instanceof DirectoryError) || error.code !== 'unavailable') throw error;
      this.#log.error(faultEntry(`The payment of purchase ${purchase.id} is unknown for now`, error.cause));
      return undefined;
    }
  }

  /** Deletes abandoned purchases, after the provider confirms that they were not paid. */
  async #cleanUp(): Promise<void> {
    const { purchases, clock } = this.dependencies;
    const before = new Date(clock().getTime() - ABANDONED_MS);
    try {
      for (const purchase of await purchases.findWaiting(before, CLEANUP_BATCH)) {
        await this.#settle(purchase);
      }
      await purchases.deleteLapsed(before);
    } catch (error) {
      // The next purchase cleans up; this one must not fail.
      this.#log.error(faultEntry('Abandoned purchases are not deleted yet', error));
    }
  }
}
