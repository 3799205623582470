import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Freshness, FreshnessShare } from '../../../contract/directory.js';
import { number, percent } from '../format.js';
import { TEXTS } from '../texts/texts.js';

/** The colour of each freshness, the same wherever it is shown. */
export const FRESHNESS_COLOURS: Record<Freshness, string> = {
  fresh: 'var(--good)',
  stale: 'var(--warn)',
  unknown: 'var(--quiet)',
};
const ORDER: readonly Freshness[] = ['fresh', 'stale', 'unknown'];

interface FreshnessBarProps {
  readonly share: FreshnessShare;
  readonly freshDays: number;
}

/** How much of the directory is fresh, as one bar with its numbers. */
export function FreshnessBar({ share, freshDays }: FreshnessBarProps) {
  const total = share.fresh + share.stale + share.unknown;
  const part = (freshness: Freshness) => (total === 0 ? 0 : (share[freshness] / total) * 100);
  return (
    <Stack gap="sm">
      <Progress.Root size="xl" aria-hidden>
        {ORDER.map((freshness) => (
          <Progress.Section key={freshness} value={part(freshness)} color={FRESHNESS_COLOURS[freshness]} />
        ))}
      </Progress.Root>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} component="ul" p={0} m={0} className="plain">
        {ORDER.map((freshness) => (
          <li key={freshness}>
            <Group gap={6} wrap="nowrap">
              <Swatch colour={FRESHNESS_COLOURS[freshness]} />
              <Text size="sm" fw={600} className="numbers">
                {TEXTS.freshness[freshness]} {number(share[freshness])} ({percent(part(freshness))})
              </Text>
            </Group>
            <Text size="sm" c="dimmed">
              {TEXTS.freshnessMeaning[freshness](freshDays)}
            </Text>
          </li>
        ))}
        <li>
          <Text size="sm" fw={600} className="numbers">
            {TEXTS.coverage} {percent(share.coveragePct)}
          </Text>
          <Text size="sm" c="dimmed">
            {TEXTS.coverageMeaning}
          </Text>
        </li>
      </SimpleGrid>
    </Stack>
  );
}

/** A spot of a colour, before the name of what has it. */
export function Swatch({ colour, round = false }: { readonly colour: string; readonly round?: boolean }) {
  return (
    <span
      className="swatch"
      style={{ background: colour, borderRadius: round ? '50%' : '3px' }}
      aria-hidden="true"
    />
  );
}
