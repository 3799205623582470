import type { ClinicDetail, DoctorDetail } from '@care-atlas/domain/contract';
import { html, type Html } from '../pages/html.js';
import { doctorsPart } from './clinic-view.js';
import { aboutPart, otherPlacesPart } from './doctor-view.js';
import { ownAcceptancePart, placePart } from './place-part.js';
import { RECORD_TEXTS, type RecordView } from './record-view.js';

/** Renders what the result of a doctor in a list leaves out. Evidence is on the page of the doctor. */
export function doctorDetails(doctor: DoctorDetail, view: RecordView): Html {
  const { sections, reviews } = RECORD_TEXTS[view.language];
  const { positive, reviewCount } = doctor.rating;
  const others = doctor.clinics.filter(({ id }) => id !== doctor.clinic.id);
  return html`${doctor.expiredAt === null && ownAcceptancePart({ doctor }, view)}
    ${aboutPart({ doctor }, view)}
    ${others.length > 0 && html`<h2>${doctor.expiredAt === null ? sections.otherPlaces : sections.otherFormerPlaces}</h2>${otherPlacesPart(others, view)}`}
    <h2>${sections.reviews}</h2>
    <p>${reviewCount === 0 ? reviews.none : reviews.positive(positive, reviewCount)}</p>`;
}

/** Renders what the result of a clinic in a list leaves out. */
export function clinicDetails(clinic: ClinicDetail, view: RecordView): Html {
  const { sections } = RECORD_TEXTS[view.language];
  return html`${placePart({ clinic, hoursRemarks: [] }, view)}
    <h2>${sections.doctors}</h2>
    ${doctorsPart(clinic, view)}`;
}
