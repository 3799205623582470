import type { IncomingHttpHeaders } from 'node:http';
import { DirectoryError } from '@care-atlas/domain/contract';

/** The third-party gateway that may forward requests to the service. */
export interface GatewayRules {
  /** The word in the names of its headers: `X-<name>-User`. */
  readonly name: string;
  /** The host name that clients send its requests to; empty accepts any. */
  readonly host: string;
}

/** What a gateway says about a request that it forwards. */
export interface GatewayContext {
  /** The consumer of the gateway; empty when the gateway does not name one. */
  readonly consumer: string;
  /** Whether the request was sent to the gateway's own host. */
  readonly hostMatches: boolean;
}

/**
 * Reads the headers of a third-party gateway. They are trusted only together with a gateway key, because anyone can send
 * them. The consumer's own key, `X-<name>-Key`, is never read.
 */
export class Gateway {
  readonly #secret: string;
  readonly #user: string;
  readonly #hosts: readonly string[];
  readonly #expectedHost: string;

  constructor({ name, host }: GatewayRules) {
    const prefix = `x-${name.toLowerCase()}`;
    this.#secret = `${prefix}-proxy-secret`;
    this.#user = `${prefix}-user`;
    this.#hosts = [`${prefix}-host`, 'x-forwarded-host'];
    this.#expectedHost = host.toLowerCase();
  }

  /** Returns the secret by which a gateway identifies itself, if the request has one. */
  secretOf(headers: IncomingHttpHeaders): string | undefined {
    return single(headers[this.#secret]);
  }

  /** Returns what the headers of a request with a gateway key say. */
  contextOf(headers: IncomingHttpHeaders): GatewayContext {
    const hosts = this.#hosts.map((name) => single(headers[name])?.toLowerCase());
    return {
      consumer: single(headers[this.#user]) ?? '',
      hostMatches: this.#expectedHost === '' || hosts.includes(this.#expectedHost),
    };
  }
}

/** @throws DirectoryError `forbidden` when a gateway key was not sent through its gateway */
export function requireGatewayHost(context: GatewayContext | undefined): void {
  if (context === undefined || context.hostMatches) return;
  throw new DirectoryError(
    'forbidden',
    'A gateway key is accepted only with requests to the host of its gateway.',
  );
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
