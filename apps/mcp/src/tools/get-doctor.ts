import { DoctorDetail } from '@care-atlas/domain/contract';
import { DEFAULT_ROWS, fittingRows } from './budget.js';
import { answerSchema, outputSchemaOf } from './output-schema.js';
import { DoctorSubject } from './subject-query.js';
import { tool } from './tool.js';
import { accepting, dataOf, lines, parts, PHONE, QUOTED, quoted, toldReview, yesNo } from './wording.js';

export const getDoctor = tool(
  {
    name: 'get_doctor',
    title: 'Get a doctor',
    description: 'One doctor in full: clinic, booking, referral, rating counts and the newest reviews.',
    query: DoctorSubject,
    output: answerSchema({ doctor: outputSchemaOf(DoctorDetail) }),
    quotesReviews: true,
    findsIdsWith: 'search_doctors',
  },
  async ({ cpso }, { directory, sizes }) => {
    const { doctor } = (await directory.reads.getDoctor(cpso, {}, sizes)).value;
    const dataset = await directory.dataset();
    const { expiredAt, reviews, ...facts } = doctor;
    const about = lines(...factLines(doctor));
    const rows = fittingRows(
      reviews.map(toldReview).map((review) => ({ line: quoted(review), item: review })),
      DEFAULT_ROWS,
      Math.max(about.length, JSON.stringify(facts).length) + 500,
    );
    const text = lines(
      about,
      rows.length > 0 && `Newest reviews. ${QUOTED}`,
      ...rows.map(({ line }) => line),
      rows.length < doctor.rating.reviewCount && `All reviews: list_doctor_reviews with cpso=${cpso}.`,
      PHONE,
      dataOf(dataset),
    );
    const told = {
      ...facts,
      reviews: rows.map(({ item }) => item),
      ...(expiredAt !== null && { expiredAt }),
    };
    return { text, structured: { doctor: told, syncedAt: dataset.syncedAt.toISOString() } };
  },
);

function factLines(doctor: DoctorDetail): (string | false)[] {
  const { clinic, bookingMethod: booking, rating, expiredAt } = doctor;
  return [
    `${doctor.name} (cpso ${doctor.cpsoNumber})`,
    expiredAt !== null && `The registration is no longer active: found so on ${expiredAt.slice(0, 10)}.`,
    parts(doctor.specialties.join(' and '), doctor.gender, `${doctor.yearsOfPractice} years of practice`),
    `Languages: ${doctor.languages.join(', ')}`,
    `Clinic: ${parts(clinic.name, clinic.address, clinic.phone)} (clinic ${clinic.id}), ${accepting(clinic.acceptingNewPatients)}`,
    `Booking: ${parts(booking.phone && `phone ${booking.phone}`, booking.online, booking.referralOnly && 'through a referring physician only') || 'not known'}`,
    `Referral required: ${yesNo(doctor.referralRequired)}`,
    `Reviews: ${rating.reviewCount}, of them ${rating.positive} with 4 or 5 stars and ${rating.negative} with 1 or 2`,
    `Record: ${doctor.dataFreshness}, last synchronized ${doctor.syncedAt.slice(0, 10)}`,
  ];
}
