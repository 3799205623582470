import { ClinicDetail, ClinicDoctor } from '@care-atlas/domain/contract';
import { visibleValue } from '../visible-text.js';
import { type Row, rowsBeside } from './answer/budget.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { ClinicSubject } from './declaration/subject-query.js';
import { acceptanceIn } from './answer/availability.js';
import {
  acceptance,
  answerOf,
  joinLines,
  joinPhrases,
  openingTimes,
  PHONE_REMINDER,
  position,
  yesNo,
} from './answer/text.js';
import { tool } from './declaration/tool.js';

export const getClinic = tool(
  {
    name: 'get_clinic',
    title: 'Get a clinic',
    description:
      'One clinic in full: phone, website, hours, access, doctors. Use it after a search; for opinions use list_clinic_reviews. Example: {"id":"<id of search_clinics>"}. It knows no fees or parking.',
    query: ClinicSubject,
    outputSchema: answerSchema({ clinic: outputSchemaOf(ClinicDetail, {}, [ClinicDoctor]) }),
    hasCard: true,
    idLookupTool: 'search_clinics',
  },
  async ({ id }, { directory, sizes, clock }) => {
    const { clinic, warnings = [] } = visibleValue(
      await directory.reads.getClinic(id, { include: ['availability', 'hours'] }, sizes),
    );
    // The first says that another clinic answers for one that was merged. How many doctors are shown is said below.
    const merged = clinic.id === id.toLowerCase() ? [] : warnings.slice(0, 1);
    const { doctors, ...facts } = clinic;
    const about = joinLines(...merged, ...factLines(clinic, clock()));
    const rows = rowsBeside(doctors.map(doctorRow), about, facts, 400);
    const text = joinLines(
      about,
      rows.length > 0 && `Doctors listed there, ${rows.length} of ${clinic.doctorCount} shown:`,
      ...rows.map(({ line }) => line),
      `Next: get_clinic_review_signals or list_clinic_reviews with id=${clinic.id}.`,
      PHONE_REMINDER,
    );
    const structured = { clinic: { ...facts, doctors: rows.map(({ item }) => item) } };
    const warned = merged.length > 0 && { warnings: merged };
    return { text, structured: { ...structured, ...warned }, cautions: [PHONE_REMINDER] };
  },
);

function factLines({ hours, accessibility, availability, ...clinic }: ClinicDetail, now: Date): string[] {
  const accepting = acceptanceIn({ availability });
  const { wheelchair, virtualVisits } = availability!;
  return [
    `${clinic.name} (clinic ${clinic.id}), ${clinic.type}, ${acceptance(accepting, now)}`,
    `Address: ${clinic.address} (${position(clinic)})`,
    `Phone: ${clinic.phone || 'not known'}. Website: ${clinic.website || 'not known'}`,
    `Hours: ${clinic.openingHours ? `${openingTimes(clinic)}; evenings ${yesNo(hours.evening)}, weekends ${yesNo(hours.weekend)}` : 'not known'}`,
    `Wheelchair ${answerOf(wheelchair)}, virtual visits ${answerOf(virtualVisits)}, near the subway ${accessibility.nearTTC ? 'yes' : 'no, or not known'}`,
  ];
}

function doctorRow(doctor: ClinicDoctor): Row {
  const profile = joinPhrases(
    doctor.specialties.join(' and '),
    doctor.gender,
    `${doctor.yearsOfPractice} years`,
    `speaks ${doctor.languages.join('/')}`,
  );
  return { line: `- ${doctor.name} (cpso ${doctor.cpsoNumber}): ${profile}`, item: doctor };
}
