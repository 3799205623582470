import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/client';

/** What a host shows in a card. */
export interface Shown {
  readonly html: string;
  readonly args: Record<string, unknown>;
  /** Absent while the tool runs. */
  readonly result?: CallToolResult;
  readonly context?: McpUiHostContext;
  /** Whether the host lets the card call tools and open links; as most do. */
  readonly isHelpful?: boolean;
}

declare global {
  interface Window {
    /** What the test provides. */
    callTool(params: CallToolRequest['params']): Promise<CallToolResult>;
    openLink(url: string): Promise<boolean>;
    /** What the test uses. */
    showCard(shown: Shown): Promise<void>;
    changeContext(context: McpUiHostContext): void;
  }
}

/** The policy of MCP Apps for a card that declares no domain. */
const POLICY = `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';
  img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'`;

// A host as the library of MCP Apps makes one: the card is in a frame of another origin.
window.showCard = async ({ html, args, result, context = {}, isHelpful = true }) => {
  const frame = document.createElement('iframe');
  frame.title = 'Card';
  frame.sandbox.add('allow-scripts');
  frame.srcdoc = html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  );
  const capabilities = isHelpful ? { serverTools: {}, openLinks: {} } : {};
  const bridge = new AppBridge(null, { name: 'test', version: '1.0.0' }, capabilities, {
    hostContext: context,
  });
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onopenlink = async ({ url }) => ({ isError: !(await window.openLink(url)) });
  bridge.onsizechange = ({ height }) => void (frame.style.height = `${height}px`);
  const ready = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()));
  document.querySelector('main')!.replaceChildren(frame);
  const card = frame.contentWindow!;
  await bridge.connect(new PostMessageTransport(card, card));
  await ready;
  await bridge.sendToolInput({ arguments: args });
  if (result) await bridge.sendToolResult(result);
  window.changeContext = (changed) => bridge.setHostContext(changed);
};
