import type { ClinicDetail } from '@care-atlas/domain/contract';
import { type Html, html } from '../pages/html.js';
import { type FactRow, factList, namesOf, statementsOf } from './fact-row.js';
import { acceptancePart, linkTo, ownAcceptancePart, placePart } from './place-part.js';
import type { DoctorFacts } from './record-data.js';
import { RECORD_TEXTS, type RecordKey, type RecordView } from './record-view.js';
import { phonePart } from './result-part.js';
import { reviewsPart } from './reviews-part.js';

/** Renders a doctor for people, without the heading of the page. */
export function doctorView(facts: DoctorFacts, view: RecordView): Html {
  const texts = RECORD_TEXTS[view.language];
  const { sections } = texts;
  const [primary, ...others] = facts.places;
  const named: RecordView = {
    ...view,
    clinicName: (id) =>
      facts.places.find(({ clinic }) => clinic.id === id)?.clinic.name ?? view.clinicName?.(id),
  };
  return html`<div class="record">
    ${
      facts.doctor.expiredAt === null
        ? html`${ownAcceptancePart(facts, named)}
    ${primary && acceptancePart(primary, named, facts.doctor.ownAcceptance !== undefined)}`
        : html`<div class="acceptance no"><p><strong>${texts.registration.expired(texts.day(facts.doctor.expiredAt))}.</strong></p><p>${texts.registration.notListed}</p></div>`
    }
    <div class="columns">
      ${
        primary &&
        html`<section class="place" aria-labelledby="record-place">
          <h2 id="record-place">${facts.doctor.expiredAt === null ? sections.places : sections.formerPlace}</h2>
          <p class="name"><a href="${view.clinicHref(primary.clinic.id)}">${primary.clinic.name}</a></p>
          ${placePart(primary, named)}
        </section>`
      }
      <div>
        <section aria-labelledby="record-about"><h2 id="record-about">${sections.about}</h2>${aboutPart(facts, named)}</section>
        ${
          others.length > 0 &&
          html`<section aria-labelledby="record-others"><h2 id="record-others">${facts.doctor.expiredAt === null ? sections.otherPlaces : sections.otherFormerPlaces}</h2>
          ${otherPlacesPart(
            others.map(({ clinic }) => clinic),
            named,
            (at) => facts.doctor.expiredAt === null && acceptancePart(others[at]!, named),
          )}</section>`
        }
        <section aria-labelledby="record-reviews"><h2 id="record-reviews">${sections.reviews}</h2>${reviewsPart(facts.reviews, view)}</section>
      </div>
    </div>
  </div>`;
}

/** Returns the specialties of a doctor and, while the registration is active, the years of practice, in a line. */
export function doctorLead({ doctor }: DoctorFacts, { language }: Pick<RecordView, 'language'>): string {
  const texts = RECORD_TEXTS[language];
  const specialties = namesOf('specialty', doctor.specialties, language);
  const years = doctor.expiredAt === null ? texts.years(doctor.yearsOfPractice) : '';
  return [specialties, years].filter((text) => text !== '').join(' · ');
}

/**
 * Renders further clinics of a doctor.
 * @param acceptanceOf renders whether one of them accepts new patients
 */
export function otherPlacesPart(
  clinics: readonly Pick<ClinicDetail, 'id' | 'name' | 'address' | 'phone'>[],
  view: RecordView,
  acceptanceOf: (at: number) => Html | false = () => false,
): Html {
  return html`<ul class="others">${clinics.map(
    ({ id, name, address, phone }, at) =>
      html`<li><p class="name"><a href="${view.clinicHref(id)}">${name}</a></p>
        <p>${address}</p>
        <p>${phonePart(phone, view.language)}</p>
        ${acceptanceOf(at)}</li>`,
  )}</ul>`;
}

/** Renders what is known of a doctor, wherever the doctor practices. */
export function aboutPart(
  { doctor, evidence }: Omit<DoctorFacts, 'places' | 'reviews'>,
  view: RecordView,
): Html {
  const { language } = view;
  const texts = RECORD_TEXTS[language];
  const { labels } = texts;
  const { specialties, languages, gender, bookingMethod, referralRequired } = doctor;
  const key: RecordKey = { record: 'doctor', key: doctor.cpsoNumber, name: doctor.name };
  const rows: FactRow[] = [
    {
      label: labels.registration,
      value: registration(doctor, view),
      evidence: statementsOf(evidence, 'registration'),
    },
    {
      label: labels.specialties,
      value: namesOf('specialty', specialties, language) || texts.unknown,
      evidence: statementsOf(evidence, 'specialties'),
      imported: { field: 'specialties', text: specialties.join('|') },
    },
    {
      label: labels.languages,
      value: namesOf('language', languages, language) || texts.unknown,
      evidence: statementsOf(evidence, 'languages'),
      imported: { field: 'languages', text: languages.join('|') },
    },
    {
      label: labels.gender,
      value: texts.genders[gender] ?? texts.unknown,
      imported: { field: 'gender', text: gender || 'unspecified' },
    },
  ];
  // Nobody is seen after the end of a registration.
  if (doctor.expiredAt === null)
    rows.push(
      {
        label: labels.booking,
        value: html`${
          bookingMethod.online === ''
            ? texts.bookingUnknown
            : html`${texts.bookOnline}: ${linkTo(bookingMethod.online)}`
        }${bookingMethod.phone !== '' && html`<br /><a href="tel:${bookingMethod.phone}">${texts.call(bookingMethod.phone)}</a>`}`,
        imported: { field: 'booking_online', text: bookingMethod.online },
      },
      {
        label: labels.referral,
        value: referralRequired || bookingMethod.referralOnly ? texts.referral.required : texts.referral.none,
        imported: { field: 'referral_required', text: referralRequired ? 'yes' : 'no' },
      },
    );
  return factList(rows, key, view);
}

function registration(
  { cpsoNumber, expiredAt, registration: facts }: DoctorFacts['doctor'],
  view: RecordView,
): Html {
  const { registration: texts, day } = RECORD_TEXTS[view.language];
  const { class: name = '', restrictions = 'unknown', url = null } = facts ?? {};
  const state = expiredAt === null ? texts.active : texts.expired(day(expiredAt));
  return html`<strong>${state}.</strong> ${texts.number(cpsoNumber)} ${name === '' ? texts.classUnknown : texts.class(name)}
    ${texts.restrictions[restrictions]} ${url !== null && html`<a href="${url}" rel="noreferrer">${texts.page}</a>`}`;
}
