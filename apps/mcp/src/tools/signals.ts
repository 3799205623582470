import { Signal, type SignalList } from '@care-atlas/domain/contract';
import type { DatasetVersion } from '@care-atlas/domain/read-model';
import { answerSchema, outputSchemaOf } from './output-schema.js';
import { ClinicSubject, DoctorSubject } from './subject-query.js';
import { tool, type ToolAnswer } from './tool.js';
import { dataOf, lines } from './wording.js';

const OUTPUT = answerSchema({
  minSample: { type: 'integer' },
  signals: { type: 'array', items: outputSchemaOf(Signal) },
  suppressed: { type: 'array', items: { type: 'string' } },
});
const WHAT =
  'Mean rating by dimension over the last 24 months with its 95 % interval; thin samples are held back.';

export const getDoctorReviewSignals = tool(
  {
    name: 'get_doctor_review_signals',
    title: 'Review signals of a doctor',
    description: WHAT,
    query: DoctorSubject,
    output: OUTPUT,
    findsIdsWith: 'search_doctors',
  },
  async ({ cpso }, { directory }) => {
    const answer = (await directory.reads.getDoctorSignals(cpso)).value;
    return signalAnswer(
      `doctor ${cpso}`,
      { cpsoNumber: answer.cpsoNumber },
      answer,
      await directory.dataset(),
    );
  },
);

export const getClinicReviewSignals = tool(
  {
    name: 'get_clinic_review_signals',
    title: 'Review signals of a clinic',
    description: WHAT,
    query: ClinicSubject,
    output: OUTPUT,
    findsIdsWith: 'search_clinics',
  },
  async ({ id }, { directory }) => {
    const answer = (await directory.reads.getClinicSignals(id)).value;
    const { clinicId } = answer;
    return signalAnswer(`clinic ${clinicId}`, { clinicId }, answer, await directory.dataset());
  },
);

function signalAnswer(
  subject: string,
  identity: Record<string, string>,
  { minSample, signals, suppressed }: SignalList,
  dataset: DatasetVersion,
): ToolAnswer {
  const text = lines(
    signals.length > 0
      ? `Ratings of the ${subject} in the last 24 months:`
      : `Too few ratings of the ${subject} in the last 24 months to say anything: that is no verdict.`,
    ...signals.map(wording),
    suppressed.length > 0 && `Held back, fewer than ${minSample} ratings: ${suppressed.join(', ')}.`,
    signals.length > 0 &&
      'Intervals that overlap do not tell two apart. Ratings are opinions, not a measure of care.',
    dataOf(dataset),
  );
  return {
    text,
    structured: { ...identity, minSample, signals, suppressed, syncedAt: dataset.syncedAt.toISOString() },
  };
}

function wording(signal: Signal): string {
  const { dimension, avgRating, low, high, sampleSize, positivePct, level, lastReviewDate } = signal;
  return `- ${dimension}: mean ${avgRating} of 5 (${low} to ${high}), ${sampleSize} ratings (${level}), ${positivePct} % positive, newest ${lastReviewDate}`;
}
