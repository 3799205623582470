import { ClinicSummary, DoctorDetail, RatingCounts, Review } from '@care-atlas/domain/contract';
import { visibleValue } from '../visible-text.js';
import { rowsBeside } from './answer/budget.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { DoctorSubject } from './declaration/subject-query.js';
import { acceptanceIn } from './answer/availability.js';
import {
  acceptance,
  joinLines,
  joinPhrases,
  PHONE_REMINDER,
  REVIEW_NOTICE,
  reviewRow,
  yesNo,
} from './answer/text.js';
import { tool } from './declaration/tool.js';

export const getDoctor = tool(
  {
    name: 'get_doctor',
    title: 'Get a doctor',
    description:
      'One doctor in full: clinics, booking, referral, rating counts, newest reviews. Use it after search_doctors; to compare ratings use get_doctor_review_signals. Example: {"cpso":"900001"}. It knows no fees and no free appointments.',
    query: DoctorSubject,
    outputSchema: answerSchema({
      doctor: outputSchemaOf(DoctorDetail, {}, [ClinicSummary, RatingCounts, Review]),
    }),
    containsUserContent: true,
    hasCard: true,
    idLookupTool: 'search_doctors',
  },
  async ({ cpso }, { directory, sizes, clock }) => {
    const { doctor } = visibleValue(
      await directory.reads.getDoctor(cpso, { include: ['availability'] }, sizes),
    );
    const { expiredAt, reviews, ...facts } = doctor;
    const about = joinLines(...factLines(doctor, clock()));
    const rows = rowsBeside(reviews.map(reviewRow), about, facts, 500);
    const text = joinLines(
      about,
      rows.length > 0 && `Newest reviews. ${REVIEW_NOTICE}`,
      ...rows.map(({ line }) => line),
      rows.length < doctor.rating.reviewCount && `All reviews: list_doctor_reviews with cpso=${cpso}.`,
      PHONE_REMINDER,
    );
    const expiry = expiredAt === null ? {} : { expiredAt };
    const structured = { doctor: { ...facts, reviews: rows.map(({ item }) => item), ...expiry } };
    return { text, structured, cautions: [...(rows.length > 0 ? [REVIEW_NOTICE] : []), PHONE_REMINDER] };
  },
);

function factLines(doctor: DoctorDetail, now: Date): (string | false)[] {
  const { clinic, bookingMethod: booking, rating, expiredAt } = doctor;
  return [
    `${doctor.name} (cpso ${doctor.cpsoNumber})`,
    expiredAt !== null && `The registration is no longer active, as observed on ${expiredAt.slice(0, 10)}.`,
    joinPhrases(
      doctor.specialties.join(' and '),
      doctor.gender,
      `${doctor.yearsOfPractice} years of practice`,
    ),
    `Languages: ${doctor.languages.join(', ')}`,
    `Clinic: ${joinPhrases(clinic.name, clinic.address, clinic.phone)} (clinic ${clinic.id}), ${acceptance(acceptanceIn(doctor), now)}`,
    ...doctor.clinics
      .filter(({ id }) => id !== clinic.id)
      .map((other) => `Also at: ${joinPhrases(other.name, other.address, other.phone)} (clinic ${other.id})`),
    `Booking: ${joinPhrases(booking.phone && `phone ${booking.phone}`, booking.online, booking.referralOnly && 'through a referring physician only') || 'not known'}`,
    `Referral required: ${yesNo(doctor.referralRequired)}`,
    `Reviews: ${rating.reviewCount}, of them ${rating.positive} with 4 or 5 stars and ${rating.negative} with 1 or 2`,
    `Record: ${doctor.dataFreshness}, last synchronized ${doctor.syncedAt.slice(0, 10)}`,
  ];
}
