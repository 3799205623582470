import type { Evidence, KnownAcceptance } from '@care-atlas/domain/contract';
import { NEAR_SUBWAY_METRES } from '@care-atlas/domain/rules';
import { html, type Html } from '../pages/html.js';
import { type FactRow, factList, provenance, statementsOf } from './fact-row.js';
import { hoursAsImported, openingHoursPart } from './opening-hours.js';
import type { DoctorFacts, PlaceFacts } from './record-data.js';
import { RECORD_TEXTS, type RecordKey, type RecordView } from './record-view.js';
import { acceptanceText } from './result-part.js';

/**
 * Renders whether new patients are accepted, in words, with who said so, how and when.
 * @param isBeside whether the same follows what is said of the doctor
 */
export function acceptancePart({ clinic, evidence }: PlaceFacts, view: RecordView, isBeside = false): Html {
  const about = isBeside ? RECORD_TEXTS[view.language].ofClinic : '';
  return acceptanceBox(clinic.availability!.accepting, evidence, view, about);
}

/** Renders the same of a doctor, where a source says it of the doctor. */
export function ownAcceptancePart(
  { doctor, evidence }: Omit<DoctorFacts, 'places' | 'reviews'>,
  view: RecordView,
): Html | undefined {
  const { ownAcceptance } = doctor;
  const { ofDoctor } = RECORD_TEXTS[view.language];
  return ownAcceptance && acceptanceBox(ownAcceptance, evidence, view, ofDoctor);
}

function acceptanceBox(
  { answer, code, walkIn }: KnownAcceptance,
  evidence: readonly Evidence[] | undefined,
  view: RecordView,
  about: string,
): Html {
  const { confirm, outdated } = RECORD_TEXTS[view.language];
  const statements = statementsOf(evidence, 'accepting');
  const [said] = statements ?? [];
  const isOutdated = answer === 'unknown' && said?.state === 'expired' && typeof said.value === 'boolean';
  const text = walkIn
    ? RECORD_TEXTS[view.language].walkIn[answer]
    : acceptanceText(answer, code, view.language);
  return html`<div class="acceptance ${walkIn ? 'yes' : answer}">
    <p>${about && `${about} `}<strong>${text}</strong></p>
    ${isOutdated && html`<p>${outdated(acceptanceText(said.value ? 'yes' : 'no', said.code, view.language))}</p>`}
    ${statements && provenance(statements, view)}
    <p>${confirm}</p>
  </div>`;
}

/** Renders where a clinic is, how to reach it, and when it is open. */
export function placePart(facts: PlaceFacts, view: RecordView): Html {
  const { clinic, evidence, hoursRemarks } = facts;
  const texts = RECORD_TEXTS[view.language];
  const { labels } = texts;
  const { phone, website, lat, lng, address } = clinic;
  const key: RecordKey = { record: 'clinic', key: clinic.id, name: clinic.name };
  const of = (fact: Parameters<typeof statementsOf>[1]) => statementsOf(evidence, fact);
  const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  const rows: FactRow[] = [
    {
      label: labels.phone,
      value:
        phone === '' ? texts.unknown : html`<a class="button" href="tel:${phone}">${texts.call(phone)}</a>`,
      evidence: of('phone'),
      imported: { field: 'phone', text: phone },
    },
    {
      label: labels.address,
      value: html`${address}<br /><a href="${map}" rel="noreferrer">${texts.map}</a>`,
      imported: { field: 'address', text: address },
    },
    { label: labels.subway, value: subwayText(facts, view) },
    {
      label: labels.hours,
      value: html`${openingHoursPart(clinic, view)}${hoursRemarks.map((remark) => html`<p class="small">${texts.remark(html`<q lang="en">${remark}</q>`)}</p>`)}`,
      evidence: of('hours'),
      imported: { field: 'opening_hours', text: hoursAsImported(clinic) },
    },
    {
      label: labels.website,
      value: website === '' ? texts.unknown : linkTo(website),
      evidence: of('website'),
      imported: { field: 'website', text: website },
    },
    offered('wheelchair', 'wheelchair'),
    offered('virtualVisits', 'virtual_visits'),
  ];
  return factList(rows, key, view);

  function offered(fact: 'wheelchair' | 'virtualVisits', field: 'wheelchair' | 'virtual_visits'): FactRow {
    const { answer } = clinic.availability![fact];
    const words = fact === 'wheelchair' ? texts : texts.offered;
    return {
      label: labels[fact],
      value: words[answer],
      evidence: of(fact),
      imported: { field, text: answer === 'unknown' ? '' : answer },
    };
  }
}

/** Renders the address of a website: only http addresses become links. */
export function linkTo(address: string): Html {
  if (!/^https?:\/\//i.test(address)) return html`${address}`;
  return html`<a href="${address}" rel="noreferrer nofollow">${address.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}</a>`;
}

/** Returns the distance of the nearest station, where a clinic is known to be near one. */
function subwayText({ clinic, station }: PlaceFacts, { language }: RecordView): string {
  const { nearStation, nearSomeStation, notNearStation, distance } = RECORD_TEXTS[language];
  if (!clinic.accessibility.nearTTC) return notNearStation;
  if (!station) return nearSomeStation;
  return station.meters <= NEAR_SUBWAY_METRES
    ? nearStation(distance(Math.round(station.meters / 10) * 10), station.name)
    : notNearStation;
}
