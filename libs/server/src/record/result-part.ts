import type { KnownAcceptance } from '@care-atlas/domain/contract';
import type { KnownAnswer } from '@care-atlas/domain/records';
import { html, type Html } from '../pages/html.js';
import { results as en } from './texts/results/en.js';
import { results as fr } from './texts/results/fr.js';

/** The words of results, by language. */
export const RESULT_TEXTS = { en, fr } as const;
type ResultLanguage = keyof typeof RESULT_TEXTS;

/** A doctor or a clinic, as lists show it. */
export interface ResultFacts {
  readonly name: string;
  /** The address of the page of the record; empty if there is none. */
  readonly href: string;
  /** From the place of the search. */
  readonly distanceMeters?: number | undefined;
  /** The specialties, the languages and the like; empty ones are left out. */
  readonly profile?: readonly string[];
  /** Undefined if it was not asked for. */
  readonly accepting?: KnownAcceptance | undefined;
  /** The hours of the days that matter. */
  readonly hours?: readonly string[];
  /** The clinic of a doctor. */
  readonly clinic?: { readonly name: string; readonly href: string };
  readonly address: string;
  /** Empty if it is not known. */
  readonly phone: string;
}

/** For whom results are shown. */
export interface ResultView {
  readonly language: ResultLanguage;
  /** The time that the age of an observation is relative to. */
  readonly now: Date;
  /** Attributes of the links. */
  readonly link?: Html;
}

/** Renders a doctor or a clinic as a list shows it. Its parts have names for pages that embed the list. */
export function resultPart(facts: ResultFacts, view: ResultView): Html {
  const { format } = RESULT_TEXTS[view.language];
  const { name, href, distanceMeters } = facts;
  return html`<p class="head">
      <strong part="name">${linked(href, name, view)}</strong>
      ${distanceMeters !== undefined && html`<span class="distance">${format.distance(distanceMeters)}</span>`}
    </p>
    ${resultFacts(facts, view)}`;
}

/** Renders the same without its name. */
export function resultFacts(facts: Omit<ResultFacts, 'name' | 'href'>, view: ResultView): Html {
  const { accepting, hours = [], clinic, address, phone } = facts;
  const profile = (facts.profile ?? []).filter((text) => text !== '').join(' · ');
  return html`${profile !== '' && html`<p>${profile}</p>`}
    ${accepting && acceptanceLine(accepting, view)}
    ${hours.length > 0 && html`<p class="hours">${hours.map((text, at) => html`${at > 0 && ', '}<span>${text}</span>`)}</p>`}
    ${(clinic || address !== '') && html`<p>${clinic && html`${linked(clinic.href, clinic.name, view)}<br />`}<span class="muted">${address}</span></p>`}
    <p>${phonePart(phone, view.language)}</p>`;
}

/** Renders a link that calls a telephone. @param phone empty if it is not known */
export function phonePart(phone: string, language: ResultLanguage): Html {
  const { call, phoneUnknown } = RESULT_TEXTS[language];
  return phone === ''
    ? html`<span class="muted">${phoneUnknown}</span>`
    : html`<a class="call" href="tel:${phone}">${call(phone)}</a>`;
}

/** Renders whether new patients are accepted, and how and when that was said. */
function acceptanceLine(accepting: KnownAcceptance, { language, now }: ResultView): Html {
  const { answer, code, state, observedAt, dated, method, walkIn } = accepting;
  const { format, since, sinceUnknown, states } = RESULT_TEXTS[language];
  const time =
    observedAt === null
      ? answer !== 'unknown' && sinceUnknown
      : html`<time datetime="${observedAt}">${dated === false ? since(format.day(observedAt)) : format.age(observedAt, now)}</time>`;
  const said =
    time === false ? [] : [methodText({ method, dated }, language), time, states[state]].filter(Boolean);
  return html`<p class="acceptance ${walkIn ? 'yes' : answer}" part="acceptance"><span class="answer">${walkIn ? RESULT_TEXTS[language].walkIn[answer] : acceptanceText(answer, code, language)}</span>
    ${said.length > 0 && html`<span class="muted">${said.map((part, at) => html`${at > 0 && ', '}${part}`)}</span>`}</p>`;
}

/** Returns whom a record accepts. @param code in detail, if the source says */
export function acceptanceText(
  answer: KnownAnswer,
  code: KnownAcceptance['code'] | undefined,
  language: ResultLanguage,
): string {
  const { acceptance } = RESULT_TEXTS[language];
  if (answer === 'unknown') return acceptance.unknown;
  if (code !== undefined && code !== 'unknown') return acceptance[code];
  return answer === 'yes' ? acceptance.newpt : acceptance.nopt;
}

/** Returns how something was observed; empty if that is not known. */
export function methodText(
  { method, dated }: { readonly method: KnownAcceptance['method']; readonly dated?: boolean | undefined },
  language: ResultLanguage,
): string {
  const { listedByClinic, methods } = RESULT_TEXTS[language];
  if (dated === false && method === 'clinic_attested') return listedByClinic;
  return method === '' ? '' : methods[method];
}

function linked(href: string, text: string, { link }: ResultView): Html {
  return href === '' ? html`${text}` : html`<a href="${href}" ${link}>${text}</a>`;
}
