import { Answer } from '@care-atlas/domain/contract';
import type { Item, Selection } from '@care-atlas/domain/formats';
import { english, type Said } from '@care-atlas/domain/messages';

/** Returns an answer with the selected members of its records only, and a warning of those that no record has. */
export function selectedAnswer(answer: Answer<unknown>, selection: Selection): Answer<unknown> {
  const { value, warnings } = withAbsence(answer, selection);
  const { member } = selection;
  const content = JSON.stringify({ ...value, [member]: selection.of(value[member]) });
  // Remarks on the clinics are in the answer only if they are selected.
  const { notes } = answer.messages;
  const messages = { warnings, ...(notes && selection.has(['notes']) && { notes }) };
  return new Answer(content, answer.page, answer.tag, messages);
}

/** Returns the parsed answer and its warnings, with one of the selected members that no record of it has. */
export function withAbsence(
  { value, messages: { warnings } }: Answer<unknown>,
  selection: Selection,
): { readonly value: Item; readonly warnings: readonly Said[] } {
  const answer = value as Item;
  const names = selection.absentFrom(answer);
  if (names.length === 0) return { value: answer, warnings };
  const absence = { code: 'absent_fields', params: { names } } as const;
  const sentences = (answer['warnings'] ?? []) as readonly string[];
  return {
    value: { ...answer, warnings: [...sentences, english(absence)] },
    warnings: [...warnings, absence],
  };
}
