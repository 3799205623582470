import type { IncomingHttpHeaders } from 'node:http';
import { DirectoryError } from '@care-atlas/domain/contract';

/** The third-party gateway that the service may stand behind. */
export interface GatewayRules {
  /** The word in the names of its headers: `X-<name>-User` and the like. */
  readonly name: string;
  /** The host name under which it is reached; empty when that is not checked. */
  readonly host: string;
}

/** What a gateway says of a request that it passes on. */
export interface GatewayPassage {
  /** Whom it passes on; empty when it does not say. */
  readonly consumer: string;
  /** Whether the request was sent to the gateway's own host. */
  readonly atHost: boolean;
}

/**
 * The headers of a gateway. They mean something only together with a gateway key; without one anybody could have sent
 * them. The consumer's own key, `X-<name>-Key`, is the gateway's business: it is not read here, nor anywhere.
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

  /** What the request gives as the secret by which a gateway proves itself. */
  secretOf(headers: IncomingHttpHeaders): string | undefined {
    return oneOf(headers[this.#secret]);
  }

  /** What a request that carries a gateway key was passed on with. */
  passageOf(headers: IncomingHttpHeaders): GatewayPassage {
    const hosts = this.#hosts.map((name) => oneOf(headers[name])?.toLowerCase());
    return {
      consumer: oneOf(headers[this.#user]) ?? '',
      atHost: this.#expectedHost === '' || hosts.includes(this.#expectedHost),
    };
  }
}

/** @throws DirectoryError `forbidden` when a gateway key came by another way than its gateway */
export function requireGatewayHost(passage: GatewayPassage | undefined): void {
  if (passage === undefined || passage.atHost) return;
  throw new DirectoryError(
    'forbidden',
    'A gateway key is accepted only with requests to the host of its gateway.',
  );
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
