import { Button, Group } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { AnswerOf, QueryOf } from '#contract/endpoints';
import type { JsonEndpoint } from '../api/call.js';
import type { Filter } from './filters.js';
import { type UrlState, useUrlState } from './url-state.js';

type TextsOf<Query> = {
  [Name in keyof Query as NonNullable<Query[Name]> extends string ? Name : never]?: NonNullable<Query[Name]>;
};

/** What a list is asked for, without the page. */
export type Asked<Name extends JsonEndpoint> = TextsOf<QueryOf<Name>>;

/** The filters of a list by their names in its request. */
export type Filters<Name extends JsonEndpoint> = {
  readonly [Member in keyof Asked<Name>]: Filter<NonNullable<Asked<Name>[Member]>, AnswerOf<Name>>;
};

type AnyFilters = Readonly<Record<string, Filter<unknown, never>>>;

/** Reads from the address what a list is asked for. */
export function askedBy(filters: AnyFilters, { get }: UrlState): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(filters).map(([member, { name = member, asked }]) => [member, asked(get(name))]),
  );
}

interface FilterFieldsProps {
  readonly filters: AnyFilters;
  /** The answer of the list, once it is loaded. */
  readonly answer: unknown;
  /** Whether the fields are in the heading of the list. */
  readonly inHeading?: boolean;
  /** The text of a button that clears all filters; there is none without it. */
  readonly clear?: string | undefined;
  /** More beside the fields. */
  readonly children?: ReactNode;
}

/** The fields of filters. Another filter leads to the first page. */
export function FilterFields({ filters, answer, inHeading = false, clear, children }: FilterFieldsProps) {
  const { get, set } = useUrlState();
  // Fields that keep their own text are mounted again when the filters are cleared.
  const [clearCount, setClearCount] = useState(0);
  const all = Object.entries(filters).map(([member, filter]) => ({ name: filter.name ?? member, ...filter }));
  const fields = all
    .filter(({ isInHeading = false }) => isInHeading === inHeading)
    .map(({ name, field }) => (
      <Fragment key={`${name} ${clearCount}`}>
        {field({
          text: get(name),
          isCleared: clearCount > 0,
          onChange: (text) => set({ [name]: text, page: '' }),
          answer: answer as never,
        })}
      </Fragment>
    ));
  if (fields.length === 0 && !children) return null;
  if (inHeading) return fields;
  return (
    <Group mb="md" align="flex-end">
      {fields}
      {clear !== undefined && all.some(({ name }) => get(name) !== '') && (
        <Button
          variant="subtle"
          onClick={() => {
            setClearCount(clearCount + 1);
            set(Object.fromEntries(['page', ...all.map(({ name }) => name)].map((name) => [name, ''])));
          }}
        >
          {clear}
        </Button>
      )}
      {children}
    </Group>
  );
}
