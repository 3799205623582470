import type { CallToolResult } from '@modelcontextprotocol/client';
import { entriesOf, type Search } from './answer.js';
import { button, element } from './element.js';
import { failureOf, textOf } from './failure.js';
import type { Host } from './host.js';

/** Namesakes to choose from. */
const LONGEST_CHOICE = 6;

/** Returns a form that tells why a search leaves out somebody, by a name or number. */
export function absenceForm({ tool, one }: Search, args: object, host: Host): HTMLElement {
  const isOfDoctors = tool === 'search_doctors';
  const field = element('input', { id: 'wanted', type: 'text', autocomplete: 'off' });
  const label = element('label', { for: 'wanted' }, `Name or ${isOfDoctors ? 'registration number' : 'id'}`);
  const output = element('div', { class: 'why', role: 'status' });
  const explain = async (id: string) => {
    const result = await host.callTool('explain_absence', { tool, id, arguments: args });
    output.replaceChildren(result.isError ? failureOf(result) : explanationOf(result, tool));
  };
  const ask = async () => {
    const wanted = field.value.trim();
    if (wanted.length < 2) return field.focus();
    output.replaceChildren(element('p', {}, 'Looking…'));
    if (/\d{3}/.test(wanted)) return explain(wanted);
    const found = await host.callTool(isOfDoctors ? tool : 'search_clinics', {
      q: wanted,
      limit: LONGEST_CHOICE,
    });
    if (found.isError) return output.replaceChildren(failureOf(found));
    const [first, ...others] = entriesOf(found);
    if (!first)
      return output.replaceChildren(element('p', {}, `The directory has no ${one} by the name ${wanted}.`));
    if (others.length === 0) return explain(idOf(first));
    const choices = [first, ...others].map((entry) =>
      button(`${entry.name}, ${entry.place[0]}`, {}, () => explain(idOf(entry))),
    );
    return output.replaceChildren(
      element('p', {}, 'Which one?'),
      element('div', { class: 'choices' }, ...choices),
    );
  };
  const explained = () => ask().catch((error: unknown) => output.replaceChildren(failureOf(error)));
  // Not a form: the frame of a card may not submit any.
  const submit = button('Explain', { class: 'main' }, explained);
  field.addEventListener('keydown', ({ key }) => key === 'Enter' && submit.click());
  const form = element('div', { class: 'form' }, label, field, submit);
  const summary = element('summary', {}, `Why not another ${one}?`);
  return element('details', { class: 'absence' }, summary, form, output);
}

function idOf({ detail }: ReturnType<typeof entriesOf>[number]): string {
  return String(Object.values(detail.args)[0]);
}

/** Returns the explanation in the words of the connector: a sentence, and the filters as a list. */
function explanationOf(result: CallToolResult, tool: Search['tool']): HTMLElement {
  const lines = textOf(result)
    .replace(tool, 'The search')
    .split('\n')
    .filter((line) => !line.startsWith('Data of '));
  const filters = lines
    .filter((line) => line.startsWith('- '))
    .map((line) => element('li', {}, line.slice(2)));
  const sentences = lines.filter((line) => !line.startsWith('- ')).map((line) => element('p', {}, line));
  const [verdict, ...others] = sentences;
  return element('div', {}, verdict, filters.length > 0 && element('ul', {}, ...filters), ...others);
}
