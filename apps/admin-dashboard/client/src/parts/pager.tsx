import { Group, Pagination, Text } from '@mantine/core';
import { number } from '../format.js';
import { TEXTS } from '../texts/texts.js';

/** Rows of a list at once. */
export const PAGE_ROWS = 25;

interface PagerProps {
  /** What is paged through, for those who do not see it. */
  readonly label: string;
  /** How many rows there are in all. */
  readonly total: number;
  /** From 1 on. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** How many there are, and the way to the other pages. */
export function Pager({ label, total, page, onPage }: PagerProps) {
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed" role="status">
        {TEXTS.pager.found(number(total))}
      </Text>
      {total > PAGE_ROWS && (
        <Pagination
          size="sm"
          total={Math.ceil(total / PAGE_ROWS)}
          value={page}
          onChange={onPage}
          aria-label={label}
          getControlProps={(control) => ({ 'aria-label': TEXTS.pager[control] })}
          getItemProps={(item) => ({ 'aria-label': TEXTS.pager.page(item) })}
        />
      )}
    </Group>
  );
}
