import { englishIn, Html, html, type PageLanguage } from '@care-atlas/server/pages';
import { TEXTS } from '../../texts/texts.js';
import type { ApiOperation, Parameter } from './operation.js';
import { exampleOf } from './operation-samples.js';

interface Installation {
  readonly language: PageLanguage;
  readonly apiUrl: string;
  readonly sandboxKey: string;
}

/** How many optional parameters the form shows before the others are unfolded. */
const SHOWN = 4;

/**
 * Renders a form that sends a request of an operation from the page. A script shows it: without one, it could not send the
 * key. False for an operation that changes something or returns files.
 */
export function tryOperationForm(
  operation: ApiOperation,
  { language, apiUrl, sandboxKey }: Installation,
): Html | false {
  const {
    actions,
    documents: { form: texts, tryIt },
  } = TEXTS[language];
  const { method, path, needsKey, parameters, id } = operation;
  if (method !== 'GET' || id === 'getExportFile') return false;
  const [first, others] = [
    parameters.filter(({ required }) => required === true),
    parameters.filter(({ required, deprecated }) => required !== true && deprecated !== true),
  ];
  return html`<section id="try" aria-labelledby="try-title" hidden>
    <h2 id="try-title">${tryIt}</h2>
    <form id="try-operation" data-path="${new URL(apiUrl).pathname}${path}" class="card"
      data-sending="${actions.sending}" data-status="${actions.status}" data-left="${actions.left}" data-unreachable="${actions.unreachable}">
      ${needsKey && field('key', texts.key, html`<input id="try-key" value="${sandboxKey}" autocomplete="off" spellcheck="false" />`)}
      ${first.map((parameter) => parameterField(parameter, language, exampleOf(parameter)))}
      ${others.slice(0, SHOWN).map((parameter) => parameterField(parameter, language))}
      ${
        others.length > SHOWN &&
        html`<details class="others">
          <summary>${texts.more(others.length - SHOWN)}</summary>
          ${others.slice(SHOWN).map((parameter) => parameterField(parameter, language))}
        </details>`
      }
      <div class="actions"><button type="submit">${texts.submit}</button></div>
    </form>
    <div id="try-answer" hidden>
      <p class="request"><code id="try-request"></code></p>
      <p role="status" id="try-status"></p>
      <pre tabindex="0" aria-label="${texts.answer}"><code id="try-body"></code></pre>
    </div>
  </section>`;
}

/** The name of a parameter and its values are English words. */
function parameterField(parameter: Parameter, language: PageLanguage, value = ''): Html {
  const mark = englishIn(language);
  const { name, in: place, required, schema } = parameter;
  const attributes = html`id="try-${name}" name="${name}" data-in="${place}" ${required && new Html('required')}`;
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  if (values) {
    return field(
      name,
      name,
      html`<select ${attributes}>
        <option value=""></option>
        ${values.map((text) => html`<option ${text === value && new Html('selected')}>${String(text)}</option>`)}
      </select>`,
      mark,
    );
  }
  const example = exampleOf(parameter);
  return field(
    name,
    name,
    html`<input ${attributes} value="${value}" placeholder="${example}" autocomplete="off" />`,
    mark,
  );
}

/** @param mark an attribute */
function field(name: string, label: string, control: Html, mark: Html | false = false): Html {
  return html`<div class="field" ${mark}><label for="try-${name}">${label}</label>${control}</div>`;
}
