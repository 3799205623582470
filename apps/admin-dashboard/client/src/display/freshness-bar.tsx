import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Freshness } from '@care-atlas/domain/records';
import { percentage } from '@care-atlas/domain/rules';
import type { FreshnessShare } from '#contract/directory/directory';
import { TEXTS } from '../language/texts.js';
import { fill, formatNumber, formatPercent } from './format.js';
import { Note } from './values.js';

const { common } = TEXTS;

export const FRESHNESS_COLORS: Record<Freshness, string> = {
  fresh: 'var(--good)',
  stale: 'var(--warn)',
  unknown: 'var(--quiet)',
};
const ORDER: readonly Freshness[] = ['fresh', 'stale', 'unknown'];

/** Shows the share of each freshness as a bar and in numbers. */
export function FreshnessBar({ share, freshDays }: { share: FreshnessShare; freshDays: number }) {
  const total = share.fresh + share.stale + share.unknown;
  const part = (freshness: Freshness) => percentage(share[freshness], total);
  return (
    <Stack gap="sm">
      <Progress.Root size="xl" aria-hidden>
        {ORDER.map((freshness) => (
          <Progress.Section key={freshness} value={part(freshness)} color={FRESHNESS_COLORS[freshness]} />
        ))}
      </Progress.Root>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} component="ul" p={0} m={0} className="plain">
        {ORDER.map((freshness) => (
          <li key={freshness}>
            <Group gap={6} wrap="nowrap">
              <Swatch color={FRESHNESS_COLORS[freshness]} />
              <Text size="sm" fw={600} className="numbers">
                {common.freshness[freshness]} {formatNumber(share[freshness])}
                {total > 0 && ` (${formatPercent(part(freshness))})`}
              </Text>
            </Group>
            <Note>{fill(common.freshnessMeaning[freshness], { days: freshDays })}</Note>
          </li>
        ))}
        <li>
          <Text size="sm" fw={600} className="numbers">
            {common.coverage} {total > 0 ? formatPercent(share.coveragePct) : common.noDoctors}
          </Text>
          <Note>{common.coverageMeaning}</Note>
        </li>
      </SimpleGrid>
    </Stack>
  );
}

/** A color sample for a legend. */
export function Swatch({ color, round = false }: { readonly color: string; readonly round?: boolean }) {
  const style = { background: color, borderRadius: round ? '50%' : '3px' };
  return <span className="swatch" style={style} aria-hidden="true" />;
}
