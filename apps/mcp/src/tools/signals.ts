import { Signal, type SignalList } from '@care-atlas/domain/contract';
import { visibleValue } from '../visible-text.js';
import { answerSchema, outputSchemaOf } from './output-schema.js';
import { ClinicSubject, DoctorSubject } from './subject-query.js';
import { joinLines } from './text.js';
import { tool, type ToolAnswer } from './tool.js';

const COMMON = {
  description:
    'Mean rating by dimension over the last 24 months, with its 95% interval. Small samples are withheld.',
  outputSchema: answerSchema({
    minSample: { type: 'integer' },
    signals: { type: 'array', items: outputSchemaOf(Signal) },
    suppressed: { type: 'array', items: { type: 'string' } },
  }),
};

export const getDoctorReviewSignals = tool(
  {
    ...COMMON,
    name: 'get_doctor_review_signals',
    title: 'Review signals of a doctor',
    query: DoctorSubject,
    idLookupTool: 'search_doctors',
  },
  async ({ cpso }, { directory }) => {
    const { cpsoNumber, ...list } = visibleValue(await directory.reads.getDoctorSignals(cpso));
    return signalAnswer(`doctor ${cpso}`, { cpsoNumber }, list);
  },
);

export const getClinicReviewSignals = tool(
  {
    ...COMMON,
    name: 'get_clinic_review_signals',
    title: 'Review signals of a clinic',
    query: ClinicSubject,
    idLookupTool: 'search_clinics',
  },
  async ({ id }, { directory }) => {
    const { clinicId, ...list } = visibleValue(await directory.reads.getClinicSignals(id));
    return signalAnswer(`clinic ${clinicId}`, { clinicId }, list);
  },
);

function signalAnswer(
  subject: string,
  identity: Record<string, string>,
  { minSample, signals, suppressed }: SignalList,
): ToolAnswer {
  const text = joinLines(
    signals.length > 0
      ? `Ratings of the ${subject} in the last 24 months:`
      : `Too few ratings of the ${subject} in the last 24 months for a signal. That is not a verdict.`,
    ...signals.map(lineOf),
    suppressed.length > 0 && `Withheld, fewer than ${minSample} ratings: ${suppressed.join(', ')}.`,
    signals.length > 0 &&
      'Overlapping intervals do not show a difference. Ratings are opinions, not a measure of care.',
  );
  return { text, structured: { ...identity, minSample, signals, suppressed } };
}

function lineOf(signal: Signal): string {
  const { dimension, avgRating, low, high, sampleSize, positivePct, level, lastReviewDate } = signal;
  return `- ${dimension}: mean ${avgRating} of 5 (${low} to ${high}), ${sampleSize} ratings (${level}), ${positivePct} % positive, newest ${lastReviewDate}`;
}
