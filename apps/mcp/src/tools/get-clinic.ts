import { ClinicDetail, type ClinicDoctor } from '@care-atlas/domain/contract';
import { fittingRows, DEFAULT_ROWS, type Row } from './budget.js';
import { answerSchema, outputSchemaOf } from './output-schema.js';
import { ClinicSubject } from './subject-query.js';
import { tool } from './tool.js';
import { accepting, dataOf, lines, parts, PHONE, yesNo } from './wording.js';

export const getClinic = tool(
  {
    name: 'get_clinic',
    title: 'Get a clinic',
    description: 'One clinic in full: phone, website, hours, access, position and the doctors listed there.',
    query: ClinicSubject,
    output: answerSchema({ clinic: outputSchemaOf(ClinicDetail) }),
    findsIdsWith: 'search_clinics',
  },
  async ({ id }, { directory, sizes }) => {
    const { clinic } = (await directory.reads.getClinic(id, {}, sizes)).value;
    const dataset = await directory.dataset();
    const { doctors, ...facts } = clinic;
    const about = lines(...factLines(clinic));
    const rows = fittingRows(
      doctors.map(doctorRow),
      DEFAULT_ROWS,
      Math.max(about.length, JSON.stringify(facts).length) + 400,
    );
    const text = lines(
      about,
      rows.length > 0 && `Doctors listed there, ${rows.length} of ${doctors.length} shown:`,
      ...rows.map(({ line }) => line),
      `Next: get_clinic_review_signals or list_clinic_reviews with id=${clinic.id}.`,
      PHONE,
      dataOf(dataset),
    );
    const told = { ...facts, doctors: rows.map(({ item }) => item) };
    return { text, structured: { clinic: told, syncedAt: dataset.syncedAt.toISOString() } };
  },
);

function factLines({ hours, accessibility, ...clinic }: ClinicDetail): string[] {
  return [
    `${clinic.name} (clinic ${clinic.id}), ${clinic.type}, ${accepting(clinic.acceptingNewPatients)}`,
    `Address: ${clinic.address} (lat ${clinic.lat}, lng ${clinic.lng})`,
    `Phone: ${clinic.phone || 'not known'}. Website: ${clinic.website || 'not known'}`,
    `Hours: weekdays ${hours.weekday || 'not known'}, evenings ${yesNo(hours.evening)}, weekends ${yesNo(hours.weekend)}`,
    `Wheelchair ${yesNo(accessibility.wheelchair)}, virtual visits ${yesNo(accessibility.virtualVisits)}, near the subway ${yesNo(accessibility.nearTTC)} (no: or not known)`,
  ];
}

function doctorRow(doctor: ClinicDoctor): Row {
  const what = parts(
    doctor.specialties.join(' and '),
    doctor.gender,
    `${doctor.yearsOfPractice} years`,
    `speaks ${doctor.languages.join('/')}`,
  );
  return { line: `- ${doctor.name}: ${what}`, item: doctor };
}
