import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Purchase, PurchaseRepository } from '@care-atlas/data/checkout';
import { DirectoryError } from '@care-atlas/domain/contract';
import { makeKey } from '@care-atlas/domain/access';
import { type PaymentDesk, type PaymentState, PRICE } from './payment-desk.js';

/** How long a purchase that was not paid is remembered. */
const ABANDONED_MS = 30 * 24 * 3_600_000;
const TIDIED_AT_ONCE = 10;
const REVERSED = 'The payment was refunded or disputed.';

/** A purchase as its buyer sees it. */
export interface Standing {
  readonly purchase: Purchase;
  /** What the desk says of a purchase that is not paid; absent when it cannot be asked. */
  readonly payment?: PaymentState;
}

/** What the checkout is put together from. */
export interface CheckoutParts {
  /** Absent where keys are not sold; what was bought before can be claimed nevertheless. */
  readonly desk: PaymentDesk | undefined;
  readonly purchases: PurchaseRepository;
  readonly clock: () => Date;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Whether keys are for real, so that payments must be. */
  readonly production: boolean;
}

/**
 * The sale of keys. A purchase belongs to the browser that began it, known by a secret that only the browser keeps.
 * Its key is made when it is shown, so that one that nobody saw does not exist.
 */
export class Checkout {
  readonly #log = new Logger('Checkout');

  constructor(private readonly parts: CheckoutParts) {}

  /** Begins a purchase for a browser. Gives back where to pay. */
  async start(secret: string): Promise<string> {
    const { desk, purchases } = this.parts;
    if (!desk) throw new DirectoryError('unavailable');
    const order = { id: randomUUID(), ...PRICE };
    // Should what follows fail, nobody has the address of the payment, and it expires unpaid.
    const { reference, url } = await desk.start(order);
    await purchases.add({ ...order, reference, live: desk.live }, secret);
    await this.#tidy();
    return url;
  }

  /** The purchases of a browser whose keys wait to be shown. */
  async unclaimed(secret: string): Promise<readonly Purchase[]> {
    return (await this.parts.purchases.findUnclaimed(secret)).filter((purchase) => this.#counts(purchase));
  }

  /**
   * A purchase of a browser. As long as it is not paid the desk is asked, since its message may be late.
   * @returns undefined when the browser has no such purchase
   */
  async standing(id: string, secret: string): Promise<Standing | undefined> {
    const { purchases } = this.parts;
    const purchase = await purchases.findForBrowser(id, secret);
    if (!purchase || !this.#counts(purchase)) return undefined;
    if (purchase.state !== 'waiting') return { purchase };
    const payment = await this.#settleIfPossible(purchase);
    return { purchase: (await purchases.findForBrowser(id, secret)) ?? purchase, payment };
  }

  /**
   * The key that was bought, the first time that it is asked for. If the answer is lost, so is the key.
   * @returns undefined when there is none to show: not paid, shown already, or of another browser
   */
  async claim(id: string, secret: string): Promise<string | undefined> {
    const { purchases, randomBytes } = this.parts;
    const purchase = await purchases.findForBrowser(id, secret);
    if (!purchase || !this.#counts(purchase)) return undefined;
    const key = makeKey('live', randomBytes);
    return (await purchases.claim(id, secret, key)) ? key : undefined;
  }

  /** Takes a message of the desk. It may come any number of times, and in any order. */
  async hear(message: Buffer, signature: string | undefined): Promise<void> {
    const { desk } = this.parts;
    if (!desk) throw new DirectoryError('unavailable');
    for (const reference of await desk.changedPayments(message, signature)) await this.settle(reference);
  }

  /** Brings a purchase into the state that the desk gives its payment. A payment of something else is left alone. */
  async settle(reference: string): Promise<void> {
    const purchase = await this.parts.purchases.findByReference(reference);
    if (purchase) await this.#settle(purchase);
  }

  /** Whether a purchase counts here: a key that is for real takes a payment that is. */
  #counts(purchase: Purchase): boolean {
    return purchase.live || !this.parts.production;
  }

  async #settle(purchase: Purchase): Promise<PaymentState | undefined> {
    const { desk, purchases } = this.parts;
    if (!desk || desk.live !== purchase.live) return undefined;
    const payment = await desk.state(purchase);
    if (payment.status === 'wrong') {
      this.#log.error(`The payment of purchase ${purchase.id} is not what was agreed on: ${payment.reason}.`);
    } else if (payment.status !== 'open' && payment.status !== 'processing') {
      await purchases.recordOutcome(purchase.id, payment.status, REVERSED);
    }
    return payment;
  }

  async #settleIfPossible(purchase: Purchase): Promise<PaymentState | undefined> {
    try {
      return await this.#settle(purchase);
    } catch (error) {
      if (error instanceof DirectoryError && error.code === 'unavailable') return undefined;
      throw error;
    }
  }

  /** Forgets what was abandoned long ago, once the desk has confirmed that nothing was paid. */
  async #tidy(): Promise<void> {
    const { purchases, clock } = this.parts;
    const before = new Date(clock().getTime() - ABANDONED_MS);
    try {
      for (const purchase of await purchases.findWaiting(before, TIDIED_AT_ONCE))
        await this.#settle(purchase);
      await purchases.deleteLapsed(before);
    } catch {
      // The next purchase tidies; this one must not fail by it.
    }
  }
}
