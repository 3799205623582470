import { ClinicDetail, ClinicDoctor } from '@care-atlas/domain/contract';
import { knownHours, type KnownHours, mayBeOpenEvenings, mayBeOpenWeekends } from '@care-atlas/domain/rules';
import { visibleMessages, visibleValue } from '../visible-text.js';
import { type Row, rowsBeside } from './answer/budget.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { ClinicSubject } from './declaration/subject-query.js';
import { acceptanceIn } from '../directory/availability.js';
import { TEXTS, type Texts } from '../texts/texts.js';
import {
  acceptance,
  answerOf,
  joinLines,
  joinPhrases,
  position,
  requestLines,
  specialTimes,
  weekTimes,
} from './answer/text.js';
import { tool } from './declaration/tool.js';

export const getClinic = tool(
  {
    name: 'get_clinic',
    description:
      'One clinic in full: phone, website, hours, access, doctors. Use it after a search; for opinions use list_clinic_reviews. Example: {"id":"<id of search_clinics>"}. It knows no fees or parking.',
    query: ClinicSubject,
    outputSchema: answerSchema({ clinic: outputSchemaOf(ClinicDetail, {}, [ClinicDoctor]) }),
    hasCard: true,
    idLookupTool: 'search_clinics',
  },
  async ({ id }, { directory, sizes, clock }) => {
    const answer = await directory.reads.getClinic(id, { include: ['availability', 'hours'] }, sizes);
    const { clinic, warnings = [] } = visibleValue(answer);
    // The first says that another clinic answers for one that was merged. How many doctors are shown is said below.
    const isMerged = clinic.id !== id.toLowerCase();
    const merged = isMerged ? warnings.slice(0, 1) : [];
    const said = isMerged ? visibleMessages(answer).warnings.slice(0, 1) : [];
    const { doctors, ...facts } = clinic;
    const now = clock();
    const about = joinLines(...merged, ...factLines(clinic, now, TEXTS.en));
    const rows = rowsBeside(
      doctors.map((doctor) => doctorRow(doctor, TEXTS.en)),
      about,
      facts,
      400,
    );
    const structured = { clinic: { ...facts, doctors: rows.map(({ item }) => item) } };
    return {
      textIn: (texts) => {
        const { answers: t } = texts;
        return joinLines(
          ...requestLines([], said, texts),
          ...factLines(clinic, now, texts),
          rows.length > 0 && t.doctorsThere(rows.length, clinic.doctorCount),
          ...doctors.slice(0, rows.length).map((doctor) => doctorRow(doctor, texts).line),
          t.reviewsOfClinic(clinic.id),
          t.cautions.phone,
        );
      },
      warnings: said,
      structured: { ...structured, ...(merged.length > 0 && { warnings: merged }) },
      cautions: ['phone'],
    };
  },
);

function factLines(
  { hours, accessibility, availability, ...clinic }: ClinicDetail,
  now: Date,
  { answers: t, records }: Texts,
): string[] {
  const accepting = acceptance(acceptanceIn({ availability }), now, records);
  const { wheelchair, virtualVisits } = availability!;
  const special = specialTimes(clinic.specialHours, records);
  const answer = (isOpen: boolean, mayBeOpen: (known: KnownHours) => boolean) =>
    isOpen ? 'yes' : mayBeOpen(knownHours(clinic)) ? 'unknown' : 'no';
  return [
    `${clinic.name} (clinic ${clinic.id}), ${records.clinicType(clinic.type)}, ${accepting}`,
    t.address(clinic.address, position(clinic)),
    t.contact(clinic.phone, clinic.website),
    clinic.openingHours
      ? t.opening(
          weekTimes(clinic.openingHours, records),
          records.answers[answer(hours.evening, mayBeOpenEvenings)],
          records.answers[answer(hours.weekend, mayBeOpenWeekends)],
        )
      : t.openingNotKnown,
    ...(special === '' ? [] : [t.specialDays(special)]),
    t.access(answerOf(wheelchair, records), answerOf(virtualVisits, records), accessibility.nearTTC),
  ];
}

function doctorRow(doctor: ClinicDoctor, { answers: t, records }: Texts): Row {
  const profile = joinPhrases(
    doctor.specialties.map(records.specialty).join(t.and),
    doctor.gender && records.gender(doctor.gender),
    t.years(doctor.yearsOfPractice),
    t.speaks(doctor.languages.map(records.language).join('/')),
  );
  return { line: `- ${doctor.name} (cpso ${doctor.cpsoNumber})${t.colon} ${profile}`, item: doctor };
}
