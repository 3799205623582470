import { html } from '@care-atlas/server/pages';
import type { StatusTexts } from '../../en/pages/status.js';
import { format } from '../format.js';

const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 2 });
const time = new Intl.DateTimeFormat(format.locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});

export const status: StatusTexts = {
  title: 'État du service',
  description: 'Care Atlas fonctionne-t-il en ce moment, et comment a-t-il fonctionné depuis 90 jours?',
  components: {
    api: 'API',
    connector: 'Connecteur pour assistants',
    register: 'Données du registre',
    exports: 'Exportations pour les copies',
  },
  states: { up: 'En service', degraded: 'Perturbé', down: 'En panne', unknown: 'Inconnu' },
  time: (value) => time.format(value),
  share: (value) => percent.format(value),
  asOf: (shown) => html`En date du ${shown}, heure de Toronto. Aussi en <a href="/status.json">JSON</a>.`,
  noHistory:
    'L’historique du service ne peut pas être lu en ce moment; cette page est bien servie par l’API.',
  incidents: 'Incidents des 90 derniers jours',
  none: 'Aucun.',
  notKnown: 'Inconnus.',
  incident: (component, state, from, to) =>
    html`<strong>${component}</strong> : ${state.toLowerCase()} ${to ? html`du ${from} au ${to}` : html`depuis le ${from}`}`,
  trouble: (component, state) => `${component} : ${state.toLowerCase()}`,
  unwatched: 'L’API répond. Rien ne la surveille en ce moment; on n’en sait donc pas plus.',
  allWell: 'Tout ce qui est surveillé fonctionne.',
  history: (share, troubled) => {
    if (share === undefined) return 'Sans surveillance durant les 90 derniers jours.';
    const trouble =
      troubled.length === 0 ? 'Aucune perturbation.' : `Perturbations : ${troubled.join(', ')}.`;
    return `En service ${share} du temps surveillé durant les 90 derniers jours. ${trouble}`;
  },
  shareUp: (share, days) =>
    share === undefined ? 'sans surveillance' : `${share} en service, jours surveillés : ${days} sur 90`,
  legend: 'Chaque barre est un jour. Une barre grise : sans surveillance.',
  firstDay: 'Il y a 90 jours',
  today: 'Aujourd’hui',
  day: (day, kind, minutes) =>
    `${day} : ${{ up: 'en service', none: 'sans surveillance', trouble: `${minutes} minutes de perturbation` }[kind]}`,
};
