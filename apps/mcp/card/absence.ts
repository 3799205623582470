import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Explanation } from '@care-atlas/domain/contract';
import { explanationLines } from '../src/tools/answer/explanation.js';
import { requestLines } from '../src/tools/answer/text.js';
import { entriesOf, messagesOf, type Search } from './answer.js';
import { button, element } from './element.js';
import { failureOf } from './failure.js';
import type { Host } from './host.js';
import { words } from './words.js';

/** Namesakes to choose from. */
const LONGEST_CHOICE = 6;

/** Returns a form that tells why a search leaves out somebody, by a name or number. */
export function absenceForm(tool: Search, args: object, host: Host): HTMLElement {
  const { looking, which, explain: verb, searches } = words.card;
  const { nobody, whyNot, wanted: wantedLabel } = searches[tool];
  const isOfDoctors = tool === 'search_doctors';
  const field = element('input', { id: 'wanted', type: 'text', autocomplete: 'off' });
  const label = element('label', { for: 'wanted' }, wantedLabel);
  const output = element('div', { class: 'why', role: 'status' });
  const explain = async (id: string) => {
    const result = await host.callTool('explain_absence', { tool, id, arguments: args });
    output.replaceChildren(result.isError ? failureOf(result) : explanationOf(result));
  };
  const ask = async () => {
    const wanted = field.value.trim();
    if (wanted.length < 2) return field.focus();
    output.replaceChildren(element('p', {}, looking));
    if (/\d{3}/.test(wanted)) return explain(wanted);
    const found = await host.callTool(isOfDoctors ? tool : 'search_clinics', {
      q: wanted,
      limit: LONGEST_CHOICE,
    });
    if (found.isError) return output.replaceChildren(failureOf(found));
    const [first, ...others] = entriesOf(found);
    if (!first) return output.replaceChildren(element('p', {}, nobody(wanted)));
    if (others.length === 0) return explain(idOf(first));
    const choices = [first, ...others].map((entry) =>
      button(`${entry.name}, ${entry.clinic?.name ?? entry.address}`, {}, () => explain(idOf(entry))),
    );
    return output.replaceChildren(element('p', {}, which), element('div', { class: 'choices' }, ...choices));
  };
  const explained = () => ask().catch((error: unknown) => output.replaceChildren(failureOf(error)));
  // Not a form: the frame of a card may not submit any.
  const submit = button(verb, { class: 'main' }, explained);
  field.addEventListener('keydown', ({ key }) => key === 'Enter' && submit.click());
  const form = element('div', { class: 'form' }, label, field, submit);
  const summary = element('summary', {}, whyNot);
  return element('details', { class: 'absence' }, summary, form, output);
}

function idOf({ detail }: ReturnType<typeof entriesOf>[number]): string {
  return String(Object.values(detail.args)[0]);
}

/** Returns the explanation: a sentence, and the filters as a list. */
function explanationOf(result: CallToolResult): HTMLElement {
  const explanation = result.structuredContent as Explanation & { readonly id: string };
  const { verdict, filters } = explanationLines(
    words.explanation.theSearch,
    explanation.id,
    explanation,
    words,
  );
  const items = filters.map((filter) => element('li', {}, filter));
  return element(
    'div',
    {},
    element('p', {}, verdict),
    items.length > 0 && element('ul', {}, ...items),
    ...requestLines(explanation.interpreted, messagesOf(result), words).map((line) => element('p', {}, line)),
  );
}
