import { changedValueText, changeWord, fieldWords } from '@care-atlas/domain/records';
import { Badge, Code, Text } from '@mantine/core';
import type { RunChange } from '#contract/imports/runs';
import { fill, formatTime, wordOf } from '../display/format.js';
import type { Column } from '../lists/data-table.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { runs: strings } = TEXTS;

/**
 * Returns what a change did to which fields, as columns of a table.
 * @param sourceOf returns the source of the run
 */
export function changeColumns<Change extends Pick<RunChange, 'change' | 'fields'>>(
  sourceOf: (change: Change) => string,
): readonly Column<Change>[] {
  return [
    {
      head: strings.change,
      cell: (change) => (
        <Badge variant="default" fw={500}>
          {wordOf(TEXTS.common.words.changes, changeWord(change.change, sourceOf(change)))}
        </Badge>
      ),
    },
    { head: strings.fields, cell: ({ fields }) => <ChangedFields fields={fields} /> },
  ];
}

/** Shows what a change replaced, field by field. */
function ChangedFields({ fields }: Pick<RunChange, 'fields'>) {
  return Object.entries(fields).map(([field, [before, after]]) => (
    <Text key={field} size="sm">
      <FieldName field={field} /> <Code>{textOf(field, before)}</Code> → <Code>{textOf(field, after)}</Code>
    </Text>
  ));
}

/** A point in time as it is stored. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

function textOf(field: string, value: unknown): string {
  const text = changedValueText(field, value);
  if (text === '') return strings.noValue;
  return TIME.test(text) ? formatTime(text) : wordOf(strings.values, text);
}

const NAMES: Readonly<Record<string, string>> = { ...strings.storedFields, ...TEXTS.corrections.fields };

/** Returns the name of a stored field; undefined for one of another release. */
export function storedFieldName(field: string): string | undefined {
  return NAMES[field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

/** Names a stored field as the form of a correction does; others of this release have names of their own; a later one is in English words. */
function FieldName({ field }: { readonly field: string }) {
  const name = storedFieldName(field);
  return name === undefined ? <English text={`${fieldWords(field)}:`} /> : fill(strings.field, { name });
}
