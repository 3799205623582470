import type { ComponentDay } from '#contract/service/health';
import { fill, formatNumber, formatPercent } from '../display/format.js';
import { Note } from '../display/values.js';
import { TEXTS } from '../language/texts.js';

const { health: strings } = TEXTS;

const DAYS = 90;
const DAY_MS = 86_400_000;
const [WIDTH, HEIGHT, STEP] = [360, 28, 4];
const MINUTE = 60;

/** Shows the last 90 days of one component as bars: well, in trouble, or not watched. */
export function HealthBars({
  name,
  days,
}: {
  readonly name: string;
  readonly days: readonly ComponentDay[];
}) {
  const watched = days.reduce((sum, { up, degraded, down }) => sum + up + degraded + down, 0);
  const watchedDays = days.filter(({ up, degraded, down }) => up + degraded + down > 0).length;
  const troubled = days.filter(({ degraded, down }) => degraded + down > 0);
  // Rounded down: only what never failed is 100 %.
  const upSeconds = days.reduce((sum, { up }) => sum + up, 0);
  const share = formatPercent(Math.floor((1000 * upSeconds) / Math.max(watched, 1)) / 10);
  const label = fill(watched > 0 ? strings.bars : strings.unwatched, {
    name,
    share,
    days: formatNumber(troubled.length),
  });
  const byDay = new Map(days.map((day) => [day.day, day]));
  const today = Date.now();
  return (
    <>
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="220" height="22">
        {Array.from({ length: DAYS }, (_, position) => {
          const [day = ''] = new Date(today - (DAYS - 1 - position) * DAY_MS).toISOString().split('T');
          const { fill: color, text } = barOf(day, byDay.get(day));
          return (
            <rect key={day} x={position * STEP} width={STEP - 1} height={HEIGHT} rx={1} fill={color}>
              <title>{text}</title>
            </rect>
          );
        })}
      </svg>
      <Note size="xs">
        {watched > 0
          ? fill(strings.share, { share, watched: formatNumber(watchedDays) })
          : strings.states.unknown}
      </Note>
    </>
  );
}

function barOf(
  day: string,
  seen: ComponentDay | undefined,
): { readonly fill: string; readonly text: string } {
  if (!seen) return { fill: 'var(--quiet)', text: fill(strings.dayUnwatched, { day }) };
  const trouble = seen.degraded + seen.down;
  const minutes = formatNumber(Math.ceil(trouble / MINUTE));
  const seconds = trouble > 0 ? fill(strings.dayTrouble, { minutes }) : strings.dayUp;
  const color = seen.down > 0 ? 'var(--bad)' : trouble > 0 ? 'var(--warn)' : 'var(--good)';
  return { fill: color, text: fill(strings.day, { day, seconds }) };
}
