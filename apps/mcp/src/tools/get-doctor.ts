import { ClinicSummary, DoctorDetail, RatingCounts, Review } from '@care-atlas/domain/contract';
import { torontoDate } from '@care-atlas/domain/rules';
import { visibleValue } from '../visible-text.js';
import { rowsBeside } from './answer/budget.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { DoctorSubject } from './declaration/subject-query.js';
import { acceptanceIn } from '../directory/availability.js';
import { TEXTS, type Texts } from '../texts/texts.js';
import { acceptance, joinLines, joinPhrases, registrationText, reviewRow } from './answer/text.js';
import { tool } from './declaration/tool.js';

export const getDoctor = tool(
  {
    name: 'get_doctor',
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
      await directory.reads.getDoctor(cpso, { include: ['availability', 'registration'] }, sizes),
    );
    const { expiredAt, reviews, ...facts } = doctor;
    const now = clock();
    const rowsIn = ({ answers }: Texts) => reviews.map((review) => reviewRow(review, answers));
    const about = joinLines(...factLines(doctor, now, TEXTS.en));
    const rows = rowsBeside(rowsIn(TEXTS.en), about, facts, 500);
    const expiry = expiredAt === null ? {} : { expiredAt };
    return {
      textIn: (texts) => {
        const { answers: t } = texts;
        return joinLines(
          ...factLines(doctor, now, texts),
          rows.length > 0 && `${t.newestReviews} ${t.cautions.reviews}`,
          ...rowsIn(texts)
            .slice(0, rows.length)
            .map(({ line }) => line),
          rows.length < doctor.rating.reviewCount && t.allReviews(cpso),
          t.cautions.phone,
        );
      },
      structured: { doctor: { ...facts, reviews: rows.map(({ item }) => item), ...expiry } },
      cautions: rows.length > 0 ? ['reviews', 'phone'] : ['phone'],
    };
  },
);

function factLines(doctor: DoctorDetail, now: Date, { answers: t, records }: Texts): (string | false)[] {
  const { clinic, bookingMethod: booking, rating, expiredAt, gender } = doctor;
  const ways = joinPhrases(
    booking.phone && t.byPhone(booking.phone),
    booking.online,
    booking.referralOnly && t.byReferral,
  );
  const place = joinPhrases(clinic.name, clinic.address, clinic.phone);
  // Nothing of the practice holds after the end of a registration.
  const isActive = expiredAt === null;
  return [
    `${doctor.name} (cpso ${doctor.cpsoNumber})`,
    !isActive && t.ended(torontoDate(expiredAt)),
    joinPhrases(
      doctor.specialties.map(records.specialty).join(t.and),
      gender && records.gender(gender),
      isActive && t.yearsOfPractice(doctor.yearsOfPractice),
    ),
    isActive &&
      doctor.ownAcceptance !== undefined &&
      t.ownAcceptance(acceptance(doctor.ownAcceptance, now, records)),
    t.registered(registrationText(doctor.registration, records)),
    t.languages(doctor.languages.map(records.language).join(', ')),
    isActive
      ? t.clinic(place, clinic.id, acceptance(acceptanceIn(doctor), now, records))
      : t.lastAt(place, clinic.id),
    ...doctor.clinics
      .filter(({ id }) => id !== clinic.id)
      .map((other) => t.alsoAt(joinPhrases(other.name, other.address, other.phone), other.id)),
    isActive && t.booking(ways),
    isActive && t.referral(doctor.referralRequired),
    t.ratings(rating.reviewCount, rating.positive, rating.negative),
    t.freshness(records.freshness(doctor.dataFreshness), torontoDate(doctor.syncedAt)),
  ];
}
