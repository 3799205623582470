import { Group, Pagination, type PaginationProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#contract/fields';
import { fill, formatNumber } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { Note } from '../display/values.js';
import { TEXTS } from '../language/texts.js';

const { pager } = TEXTS.common;

export const PAGE_ROWS = 25;

/** Returns the query parameters of a page. @param page from 1 */
export function pageQuery(page: number): { limit: number; offset: number } {
  return { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
}

interface PagedListProps<List> {
  readonly query: UseQueryResult<List>;
  /** Accessible name of the page navigation. */
  readonly label: string;
  readonly page: number;
  readonly setPage: (page: number) => void;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  readonly children: (list: List) => ReactNode;
}

/** Shows one page of a list, the number of items and the page navigation. */
export function PagedList<List extends Page>(props: PagedListProps<List>) {
  const { query, label, page, setPage, empty, children } = props;
  const contentOf = (list: List) => (
    <>
      {children(list)}
      <Group justify="space-between" mt="md">
        <Note role="status">{fill(pager.found, { count: formatNumber(list.total) })}</Note>
        <Pager total={list.total} value={page} onChange={setPage} aria-label={label} />
      </Group>
    </>
  );
  return <Loaded query={query}>{(list) => (list.total === 0 ? empty : contentOf(list))}</Loaded>;
}

/** The navigation of pages, if there is more than one. @param total the number of rows */
export function Pager({ total, ...props }: PaginationProps) {
  if (total <= PAGE_ROWS) return null;
  return (
    <Pagination
      size="sm"
      // In one row with the number of items, also on a phone.
      siblings={0}
      gap={4}
      total={Math.ceil(total / PAGE_ROWS)}
      getControlProps={(control) => ({ 'aria-label': pager[control] })}
      getItemProps={(item) => ({ 'aria-label': fill(pager.page, { page: item }) })}
      {...props}
    />
  );
}
