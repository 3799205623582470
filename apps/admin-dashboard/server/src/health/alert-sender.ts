import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthChange } from '@care-atlas/data/administration';
import type { Log } from '@care-atlas/server/observability';

/** Where alerts are sent; what is empty is not used. */
export interface AlertSettings {
  readonly webhookUrl: string;
  /** Signs the messages to the webhook; with the prefix `whsec_` it is base64. */
  readonly webhookSecret: string;
  /** With the account that sends, such as smtps://user:password@mail.example. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: string;
  /** The address of the dashboard, for people to open. */
  readonly dashboardUrl: string;
}

/** An alert that could not be sent by a way. */
export interface FailedAlert {
  readonly way: 'webhook' | 'e-mail';
  readonly reason: string;
}

const TIMEOUT_MS = 10_000;
/** The pauses between attempts. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const BASE64_PREFIX = 'whsec_';

/** Tells administrators of changes, by a signed webhook (standardwebhooks.com) and by e-mail. */
export class AlertSender {
  readonly #stopping = new AbortController();

  constructor(
    private readonly settings: AlertSettings,
    private readonly log: Log,
  ) {}

  /** The ways that are configured. */
  get ways(): readonly FailedAlert['way'][] {
    const { webhookUrl, smtpUrl, to } = this.settings;
    return [...(webhookUrl ? (['webhook'] as const) : []), ...(smtpUrl && to ? (['e-mail'] as const) : [])];
  }

  /** Tells of a change. It returns at once, and tries again for some minutes. */
  changed(change: HealthChange): void {
    for (const way of this.ways) void this.#insist(way, change);
  }

  /** Sends one alert now. Returns the ways that failed. */
  async test(at: Date): Promise<FailedAlert[]> {
    const change = { component: 'dashboard', state: 'up', detail: 'This is a test.', at } as const;
    const failed = await Promise.all(this.ways.map((way) => this.#attempt(way, change, randomUUID())));
    return failed.filter((one) => one !== undefined);
  }

  /** Gives up what was not sent yet. */
  stop(): void {
    this.#stopping.abort();
  }

  async #insist(way: FailedAlert['way'], change: HealthChange): Promise<void> {
    // Receivers recognize a repeated message by its id.
    const id = randomUUID();
    for (const pause of [0, ...PAUSES_MS]) {
      const isGone = await sleep(pause, false, { signal: this.#stopping.signal, ref: false }).catch(
        () => true,
      );
      if (isGone) return;
      const failed = await this.#attempt(way, change, id);
      if (!failed) return;
      this.log.error(`An alert about ${change.component} was not sent by ${way}: ${failed.reason}`);
    }
  }

  async #attempt(
    way: FailedAlert['way'],
    change: HealthChange,
    id: string,
  ): Promise<FailedAlert | undefined> {
    try {
      await (way === 'webhook' ? this.#post(change, id) : this.#mail(change, id));
      return undefined;
    } catch (error) {
      const { cause, code, message } = error as Error & { code?: string; cause?: { code?: string } };
      // Messages of the mail library may repeat what it sent.
      return { way, reason: String(cause?.code ?? code ?? message) };
    }
  }

  async #post({ component, state, detail, at }: HealthChange, id: string): Promise<void> {
    const { webhookUrl, dashboardUrl } = this.settings;
    const data = { component, state, detail, at, dashboard: `${dashboardUrl}/health` };
    const body = JSON.stringify({ type: 'health.changed', timestamp: at, data });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        ...this.#signature(`${id}.${timestamp}.${body}`),
      },
      body,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  }

  #signature(signed: string): Record<string, string> {
    const { webhookSecret: secret } = this.settings;
    if (secret === '') return {};
    const key = secret.startsWith(BASE64_PREFIX)
      ? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64')
      : Buffer.from(secret);
    return { 'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}` };
  }

  async #mail({ component, state, detail, at }: HealthChange, id: string): Promise<void> {
    const { smtpUrl, from, to, dashboardUrl } = this.settings;
    const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    // Imported on demand: without mail, the library is not loaded.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url: smtpUrl, ...limits });
    try {
      await transport.sendMail({
        from: from || to,
        to,
        subject: `Care Atlas: ${component} is ${state === 'unknown' ? 'not known' : state}`,
        text: `${detail}\n\nSince ${at.toISOString()}.\n${dashboardUrl}/health\n`,
        messageId: `<${id}@care-atlas>`,
      });
    } finally {
      transport.close();
    }
  }
}
