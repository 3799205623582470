import type { DoctorItem, DoctorList } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages';
import { TEXTS } from '../texts/texts.js';
import { copyBlock } from './copy-block.js';
import { INITIAL_VALUES } from './try-request.js';
import { distanceText } from './try-list.js';

const NAME = 'care-atlas';

/** Renders how to add the connector to assistants, with what each needs. */
export function assistants(mcpUrl: string, answer: DoctorList): Html {
  const config = Buffer.from(JSON.stringify({ url: mcpUrl })).toString('base64');
  const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(config)}`;
  const vscode = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url: mcpUrl }))}`;
  const hosts: readonly (readonly [name: string, how: Html])[] = [
    [
      'Claude',
      html`<p>Settings, Connectors, “Add custom connector”: paste the address. Claude opens the sign-in, where the free sandbox is
        enough.</p>`,
    ],
    [
      'ChatGPT',
      html`<p>In developer mode: Settings, Connectors, “Create”: paste the address and choose “OAuth”.</p>`,
    ],
    [
      'Cursor',
      html`<p><a class="button quiet" href="${cursor}">Add to Cursor</a></p><p>Then “Connect” to sign in.</p>`,
    ],
    [
      'VS Code',
      html`<p><a class="button quiet" href="${vscode}">Add to VS Code</a></p><p>It signs in at the first question.</p>`,
    ],
  ];
  return html`<section aria-labelledby="assistants">
    <h2 id="assistants">Add it to your assistant</h2>
    ${copyBlock('mcp-url', 'The address of the connector', mcpUrl, TEXTS.en.actions)}
    <p class="muted">
      The web versions of Claude and ChatGPT need a public https address. Nothing has to be installed, and a key is optional:
      the <a href="/docs/guides/mcp">guide</a> has every host.
    </p>
    <div class="grid">${hosts.map(([name, how]) => html`<div class="card"><h3>${name}</h3>${how}</div>`)}</div>
    ${conversation(answer)}
  </section>`;
}

/** Renders a question to an assistant, the call that it makes, and what it can answer from this directory. */
function conversation({ doctors, total }: DoctorList): Html | false {
  const [nearest] = doctors;
  if (!nearest) return false;
  const { near, languages } = INITIAL_VALUES;
  const call = { languages: [languages], near, accepting: true };
  return html`<h3 id="conversation">What that looks like</h3>
    <dl class="conversation">
      <dt>You</dt>
      <dd>Who speaks ${languages}, takes patients and is close to ${near}?</dd>
      <dt>Your assistant asks Care Atlas</dt>
      <dd><code>search_doctors ${JSON.stringify(call)}</code></dd>
      <dt>Your assistant</dt>
      <dd>
        ${total.toLocaleString('en-CA')} doctors fit. The nearest is ${sentence(nearest)} Please phone the clinic before you go:
        whether it still takes patients is best effort.
      </dd>
    </dl>`;
}

function sentence({ name, clinic, distanceMeters, languages, specialties }: DoctorItem): string {
  const away = distanceMeters === undefined ? '' : `, ${distanceText(distanceMeters)} away`;
  const field = specialties[0] === undefined ? '' : ` (${specialties[0]})`;
  return `${name}${field} at ${clinic.name}${away}, who speaks ${languages.join(', ')}.`;
}
