import type { DoctorItem } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages/html';
import { pathIn } from '@care-atlas/server/pages/language-path';
import type { SearchTexts } from '../../texts/en/search.js';
import { clinicFacts, headline, numberedList, profileText } from './try-list.js';

/** How the items of a list are shown. */
export interface ShownList {
  /** The time that the age of an observation is relative to. */
  readonly now: Date;
  /** The days whose hours are shown, separated by commas. */
  readonly days?: string;
  /** Returns the query of the page with the same doctors of one clinic. */
  readonly queryAt: (clinicId: string) => string;
}

/** Renders an answer with `group=clinic`: each clinic once, with what is known of it and the doctors there who match. */
export function clinicList(
  doctors: readonly DoctorItem[],
  { now, days, queryAt }: ShownList,
  texts: SearchTexts,
): Html {
  return numberedList(doctors, texts, (first) => {
    const { clinic, atClinic } = first;
    const { count, doctors: named } = atClinic!;
    const more = count - named.length;
    // The languages of a doctor who is alone say why the clinic is in the list.
    const shown = count === 1 ? [first] : named;
    return html`${headline(`/clinics/${clinic.id}`, clinic.name, first, texts)}
        <p>${clinic.address}</p>
        ${clinicFacts(first, now, texts, days)}
        <ul class="matching">${shown.map(
          (doctor) =>
            html`<li><a href="${pathIn(texts.language, `/doctors/${doctor.cpsoNumber}`)}">${doctor.name}</a> <span class="muted">${profileText(doctor, texts)}</span></li>`,
        )}
          ${more > 0 && html`<li><a href="${pathIn(texts.language, `/${queryAt(clinic.id)}`)}">${texts.moreAtClinic(more)}</a></li>`}
        </ul>`;
  });
}
