import type { DoctorItem } from '@care-atlas/domain/contract';
import { type Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { resultPart } from '@care-atlas/server/record';
import { TEXTS } from '../../texts/texts.js';
import { searchPath } from './filter-chips.js';
import { clinicFacts, numberedList, profileText, type ShownResults } from './try-list.js';

/** Renders an answer with `group=clinic`: each clinic once, with what is known of it and the doctors there who match. */
export function clinicList(
  doctors: readonly DoctorItem[],
  shown: ShownResults,
  language: PageLanguage,
): Html {
  return numberedList(doctors, language, (first) => {
    const { clinic, atClinic } = first;
    const { count, doctors: named } = atClinic!;
    const more = count - named.length;
    // The languages of a doctor who is alone say why the clinic is in the list.
    const matching = count === 1 ? [first] : named;
    return html`${resultPart(clinicFacts(first, shown, language), { language, now: shown.now })}
      <ul class="matching">${matching.map(
        (doctor) =>
          html`<li><a href="${pathIn(language, `/doctors/${doctor.cpsoNumber}`)}">${doctor.name}</a> <span class="muted">${profileText(doctor, shown, language)}</span></li>`,
      )}${more > 0 && html`<li><a href="${searchPath({ ...shown.values, clinic: clinic.id }, language)}">${TEXTS[language].search.moreAtClinic(more)}</a></li>`}</ul>`;
  });
}
