/** The third-party gateway that may forward requests to the service. */
export interface GatewayRules {
  /** The word in the names of its headers: `X-<name>-User`. */
  readonly name: string;
  /** The host name that clients send its requests to; empty accepts any. */
  readonly host: string;
}
