import type { ClinicDetail } from '@care-atlas/domain/contract';
import { type Html, html } from '../pages/html.js';
import { namesOf } from './fact-row.js';
import { acceptancePart, placePart } from './place-part.js';
import type { ClinicFacts } from './record-data.js';
import { RECORD_TEXTS, type RecordView } from './record-view.js';
import { RESULT_TEXTS } from './result-part.js';
import { reviewsPart } from './reviews-part.js';

/** Renders a clinic for people, without the heading of the page. */
export function clinicView(facts: ClinicFacts, view: RecordView): Html {
  const { sections } = RECORD_TEXTS[view.language];
  return html`<div class="record">
    ${acceptancePart(facts, view)}
    <div class="columns">
      <section class="place" aria-labelledby="record-place"><h2 id="record-place">${sections.place}</h2>${placePart(facts, view)}</section>
      <div>
        <section aria-labelledby="record-doctors"><h2 id="record-doctors">${sections.doctors}</h2>${doctorsPart(facts.clinic, view, facts.notIndependent)}</section>
        <section aria-labelledby="record-reviews"><h2 id="record-reviews">${sections.reviews}</h2>${reviewsPart(facts.reviews, view)}</section>
      </div>
    </div>
  </div>`;
}

/** Returns the kind of a clinic. */
export function clinicLead({ clinic }: ClinicFacts, { language }: Pick<RecordView, 'language'>): string {
  return RECORD_TEXTS[language].clinicTypes[clinic.type] ?? '';
}

/** Renders the doctors of a clinic. @param notIndependent as in ClinicFacts */
export function doctorsPart(
  { doctors, doctorCount }: ClinicDetail,
  view: RecordView,
  notIndependent: ClinicFacts['notIndependent'] = new Set(),
): Html {
  const { language } = view;
  const texts = RECORD_TEXTS[language];
  if (doctorCount === 0) return html`<p>${texts.noDoctors}</p>`;
  const partOf = texts.doctorsShown(doctors.length, doctorCount);
  return html`<ul class="others">${doctors.map(({ cpsoNumber, name, specialties, languages }) => {
    const profile = [
      namesOf('specialty', specialties, language),
      namesOf('language', languages, language),
      notIndependent.has(cpsoNumber) ? RESULT_TEXTS[language].notIndependent : '',
    ];
    return html`<li><p class="name"><a href="${view.doctorHref(cpsoNumber)}">${name}</a></p>
    <p>${profile.filter((text) => text !== '').join(' · ')}</p></li>`;
  })}</ul>
  ${partOf !== '' && html`<p class="muted">${partOf}</p>`}`;
}
