import type { McpUiHostContext, McpUiInitializeResult } from '@modelcontextprotocol/ext-apps';
import type { CallToolResult } from '@modelcontextprotocol/client';

/** The revision of MCP Apps that the card speaks. */
const REVISION = '2026-01-26';
const METHOD_NOT_FOUND = -32_601;

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** What the host tells the card. */
export interface Listener {
  readonly input: (args: Readonly<Record<string, unknown>>) => void;
  readonly result: (result: CallToolResult) => void;
  readonly cancelled: () => void;
  readonly context: (context: McpUiHostContext) => void;
}

/** The host of the card: JSON-RPC messages to and from the window around it. */
export class Host {
  /** The address of the portal, where records have pages; empty if the connector does not say. */
  portalUrl = '';
  readonly #answers = new Map<number | string, (answer: Message) => void>();
  #requests = 0;
  #capabilities: McpUiInitializeResult['hostCapabilities'] = {};

  constructor(private readonly listener: Listener) {
    addEventListener('message', ({ source, data }) => {
      if (source === parent && (data as Partial<Message> | null)?.jsonrpc) this.#receive(data as Message);
    });
  }

  /** Shakes hands, and from then on reports the height of the card. */
  async connect(): Promise<void> {
    const { hostCapabilities, hostContext } = await this.#request<McpUiInitializeResult>('ui/initialize', {
      appInfo: { name: 'care-atlas-results', version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline'] },
      protocolVersion: REVISION,
    });
    this.#capabilities = hostCapabilities;
    this.listener.context(hostContext);
    this.#send({ method: 'ui/notifications/initialized', params: {} });
    new ResizeObserver(() => {
      const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
      this.#send({ method: 'ui/notifications/size-changed', params: { height } });
    }).observe(document.documentElement);
  }

  /** Whether the card may call the tools of its server. */
  get hasTools(): boolean {
    return this.#capabilities.serverTools !== undefined;
  }

  get opensLinks(): boolean {
    return this.#capabilities.openLinks !== undefined;
  }

  /** @throws when the host refuses or the connector cannot be reached */
  callTool(name: string, args: object): Promise<CallToolResult> {
    return this.#request('tools/call', { name, arguments: args });
  }

  /** Returns whether the host opened an address, such as that of a website or of a telephone. */
  async open(url: string): Promise<boolean> {
    const opened = this.#request<{ isError?: boolean }>('ui/open-link', { url });
    return opened.then(
      ({ isError }) => !isError,
      () => false,
    );
  }

  #request<T>(method: string, params: object): Promise<T> {
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) =>
        error ? reject(new Error(error.message)) : resolve(result as T),
      );
      this.#send({ id, method, params });
    });
  }

  #send(message: Omit<Message, 'jsonrpc'>): void {
    // The card cannot know the origin of its host, and says nothing that is not public.
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  #receive({ id, method, params, ...answer }: Message): void {
    if (method === undefined) {
      const settle = id === undefined ? undefined : this.#answers.get(id);
      this.#answers.delete(id!);
      return settle?.({ ...answer });
    }
    const { input, result, cancelled, context } = this.listener;
    switch (method) {
      case 'ui/notifications/tool-input':
        return input((params as { arguments?: Record<string, unknown> }).arguments ?? {});
      case 'ui/notifications/tool-result':
        return result(params as CallToolResult);
      case 'ui/notifications/tool-cancelled':
        return cancelled();
      case 'ui/notifications/host-context-changed':
        return context(params as McpUiHostContext);
      case 'ping':
      case 'ui/resource-teardown':
        return this.#send({ id, result: {} });
      default:
        if (id !== undefined) {
          this.#send({ id, error: { code: METHOD_NOT_FOUND, message: method } as Message['error'] });
        }
    }
  }
}
