import type { HealthState, PublicComponent } from '@care-atlas/domain/access';
import { type Html, html } from '@care-atlas/server/pages';
import { format } from '../format.js';

const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 2 });
const time = new Intl.DateTimeFormat(format.locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});

export const status = {
  title: 'Status',
  description: 'Whether Care Atlas works now, and how it worked in the last 90 days.',
  components: {
    api: 'API',
    connector: 'Connector for assistants',
    register: 'Data of the register',
    exports: 'Exports for copies',
  } satisfies Record<PublicComponent, string>,
  states: { up: 'Up', degraded: 'Degraded', down: 'Down', unknown: 'Not known' } satisfies Record<
    HealthState,
    string
  >,
  time: (value: Date) => time.format(value),
  /** @param value from 0 to 1 */
  share: (value: number) => percent.format(value),
  asOf: (shown: Html) => html`As of ${shown}, Toronto. Also as <a href="/status.json">JSON</a>.`,
  noHistory: 'How the service was cannot be read now; this page itself is answered by the API.',
  incidents: 'Incidents of the last 90 days',
  none: 'None.',
  notKnown: 'Not known.',
  incident: (component: string, state: string, from: Html, to: Html | undefined) =>
    html`<strong>${component}</strong>: ${state.toLowerCase()} from ${from} ${to ? html`to ${to}` : 'on, and still is'}`,
  trouble: (component: string, state: string) => `${component}: ${state.toLowerCase()}`,
  unwatched: 'The API answers. Nobody watches it at the moment, so no more is known.',
  allWell: 'Everything that is watched works.',
  history: (share: string | undefined, troubled: readonly string[]) => {
    if (share === undefined) return 'Not watched in the last 90 days.';
    const trouble = troubled.length === 0 ? 'No trouble.' : `Trouble on ${troubled.join(', ')}.`;
    return `Up for ${share} of the time that was watched in the last 90 days. ${trouble}`;
  },
  /** @param days on which it was watched, for some time at least */
  shareUp: (share: string | undefined, days: number) =>
    share === undefined ? 'not watched' : `${share} up, watched on ${days} of 90 days`,
  legend: 'Each bar is a day. A gray one was not watched.',
  firstDay: '90 days ago',
  today: 'Today',
  day: (day: string, kind: 'up' | 'none' | 'trouble', minutes: number) =>
    `${day}: ${{ up: 'up', none: 'not watched', trouble: `${minutes} minutes of trouble` }[kind]}`,
};

export type StatusTexts = typeof status;
