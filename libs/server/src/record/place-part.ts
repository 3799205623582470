import type { ClinicDetail, KnownAcceptance } from '@care-atlas/domain/contract';
import type { KnownAnswer } from '@care-atlas/domain/records';
import { PLACES } from '@care-atlas/domain/places';
import { distanceMetres, NEAR_SUBWAY_METRES } from '@care-atlas/domain/rules';
import { html, type Html } from '../pages/html.js';
import { type FactRow, factList, provenance, statementsOf } from './fact-row.js';
import { hoursAsImported, openingHoursPart } from './opening-hours.js';
import type { PlaceFacts } from './record-data.js';
import { RECORD_TEXTS, type RecordKey, type RecordView } from './record-view.js';

const STATIONS = PLACES.filter(({ kind }) => kind === 'subway-station');

/** Renders whether new patients are accepted, in words, with who said so, how and when. */
export function acceptancePart({ clinic, evidence }: PlaceFacts, view: RecordView): Html {
  const { confirm, outdated } = RECORD_TEXTS[view.language];
  const { answer, code, walkIn } = clinic.availability!.accepting;
  const statements = statementsOf(evidence, 'accepting');
  const [said] = statements;
  const isOutdated = answer === 'unknown' && said?.state === 'expired' && typeof said.value === 'boolean';
  const text = walkIn ? RECORD_TEXTS[view.language].walkIn[answer] : acceptanceText(answer, code, view);
  return html`<div class="acceptance ${walkIn ? 'yes' : answer}">
    <p><strong>${text}</strong></p>
    ${isOutdated && html`<p>${outdated(acceptanceText(said.value ? 'yes' : 'no', said.code, view))}</p>`}
    ${provenance(statements, view)}
    <p>${confirm}</p>
  </div>`;
}

/** @param code in detail, if the source says */
function acceptanceText(
  answer: KnownAnswer,
  code: KnownAcceptance['code'] | undefined,
  { language }: RecordView,
): string {
  const { acceptance } = RECORD_TEXTS[language];
  if (answer === 'unknown') return acceptance.unknown;
  if (code !== undefined && code !== 'unknown') return acceptance[code];
  return answer === 'yes' ? acceptance.newpt : acceptance.nopt;
}

/** Renders where a clinic is, how to reach it, and when it is open. */
export function placePart({ clinic, evidence, hoursRemarks }: PlaceFacts, view: RecordView): Html {
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
    { label: labels.subway, value: subwayText(clinic, view) },
    {
      label: labels.hours,
      value: html`${openingHoursPart(clinic, view)}${hoursRemarks.map((remark) => html`<p class="small" lang="en">${remark}</p>`)}`,
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
function subwayText({ accessibility, lat, lng }: ClinicDetail, { language }: RecordView): string {
  const { nearStation, notNearStation, meters } = RECORD_TEXTS[language];
  const nearest = STATIONS.map((station) => ({
    station,
    distance: distanceMetres({ lat, lng }, station),
  })).reduce((a, b) => (b.distance < a.distance ? b : a));
  return accessibility.nearTTC && nearest.distance <= NEAR_SUBWAY_METRES
    ? nearStation(meters(Math.round(nearest.distance / 10) * 10), nearest.station.name)
    : notNearStation;
}
