import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const SECRET_KEY = 'sk_test_standIn';
const WEBHOOK_SECRET = 'whsec_standIn';

/** The part of Stripe that a purchase needs: every session is paid at once. */
export class StripeStandIn {
  readonly #sessions = new Map<string, object>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<StripeStandIn> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StripeStandIn(server);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The environment of a service that uses it. */
  get env(): Readonly<Record<string, string>> {
    const { port } = this.server.address() as AddressInfo;
    return {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    };
  }

  /** Returns the event of a paid session: its body and its header, signed as Stripe documents it. */
  completed(session: string): { readonly body: string; readonly signature: string } {
    const event = {
      id: `evt_${session}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: this.#sessions.get(session) },
    };
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const mark = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex');
    return { body, signature: `t=${at},v1=${mark}` };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = new URLSearchParams(await text(request));
    const id = request.url!.split('/')[4]?.split('?')[0];
    const session = id === undefined ? this.#begin(order) : this.#sessions.get(id);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session));
  }

  #begin(order: URLSearchParams): object {
    const id = `cs_test_${this.#sessions.size + 1}`;
    const price = 'line_items[0][price_data]';
    const session = {
      id,
      object: 'checkout.session',
      amount_total: Number(order.get(`${price}[unit_amount]`)),
      currency: order.get(`${price}[currency]`),
      mode: order.get('mode'),
      livemode: false,
      client_reference_id: order.get('client_reference_id'),
      metadata: { purchase: order.get('metadata[purchase]') },
      status: 'complete',
      payment_status: 'paid',
      payment_intent: null,
    };
    this.#sessions.set(id, session);
    return { ...session, url: `https://payments.example/${id}` };
  }
}
