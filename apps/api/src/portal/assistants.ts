import type { DoctorItem, DoctorList } from '@care-atlas/domain/contract';
import { Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { TEXTS } from '../texts/texts.js';
import { copyBlock } from './copy-block.js';
import { INITIAL_VALUES } from './try/try-request.js';

const NAME = 'care-atlas';

/** Renders how to add the connector to assistants, with what each needs. */
export function assistants(mcpUrl: string, answer: DoctorList, language: PageLanguage): Html {
  const {
    actions,
    home: { assistants: texts },
  } = TEXTS[language];
  const config = Buffer.from(JSON.stringify({ url: mcpUrl })).toString('base64');
  const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(config)}`;
  const vscode = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url: mcpUrl }))}`;
  const button = (name: string, href: string) =>
    html`<p><a class="button quiet" href="${href}">${texts.addTo(name)}</a></p>`;
  const hosts: readonly (readonly [name: string, how: Html])[] = [
    ['Claude', html`<p>${texts.claude}</p>`],
    ['ChatGPT', html`<p>${texts.chatGpt}</p>`],
    ['Cursor', html`${button('Cursor', cursor)}<p>${texts.cursor}</p>`],
    ['VS Code', html`${button('VS Code', vscode)}<p>${texts.vsCode}</p>`],
  ];
  return html`<section aria-labelledby="assistants">
    <h2 id="assistants">${texts.title}</h2>
    ${copyBlock('mcp-url', texts.address, mcpUrl, actions)}
    <p class="muted">${texts.about(pathIn(language, '/docs/guides/mcp'))}</p>
    <div class="grid">${hosts.map(([name, how]) => html`<div class="card"><h3>${name}</h3>${how}</div>`)}</div>
    ${conversation(answer, language)}
  </section>`;
}

/** Renders a question to an assistant, the call that it makes, and what it can answer from this directory. */
function conversation(
  { doctors, total, doctorTotal = total }: DoctorList,
  language: PageLanguage,
): Html | false {
  const [nearest] = doctors;
  if (!nearest) return false;
  const { home, search } = TEXTS[language];
  const { conversation: texts } = home;
  const { near, languages } = INITIAL_VALUES;
  const call = { languages: [languages], near, accepting: true };
  return html`<h3 id="conversation">${texts.title}</h3>
    <dl class="conversation">
      <dt>${texts.you}</dt>
      <dd>${texts.question(search.initial.languages, search.initial.near)}</dd>
      <dt>${texts.call}</dt>
      <dd><code>search_doctors ${JSON.stringify(call)}</code></dd>
      <dt>${texts.assistant}</dt>
      <dd>${texts.answer(doctorTotal, sentence(nearest, language))}</dd>
    </dl>`;
}

function sentence(
  { name, clinic, distanceMeters, languages, specialties }: DoctorItem,
  language: PageLanguage,
): string {
  const { home, names, format } = TEXTS[language];
  return home.conversation.doctor({
    name,
    specialty: specialties[0] === undefined ? '' : names.specialty(specialties[0]),
    clinic: clinic.name,
    away: distanceMeters === undefined ? '' : format.distance(distanceMeters),
    languages: languages.map(names.language),
  });
}
