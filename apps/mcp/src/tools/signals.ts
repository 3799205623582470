import { type AsyncReads, type Query, Signal, type SignalList } from '@care-atlas/domain/contract';
import type { Described } from '@care-atlas/domain/schema';
import { visibleValue } from '../visible-text.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { ClinicSubject, DoctorSubject } from './declaration/subject-query.js';
import { joinLines } from './answer/text.js';
import { type Tool, tool } from './declaration/tool.js';

export const getDoctorReviewSignals = signalsTool(
  'doctor',
  '{"cpso":"900001"}',
  DoctorSubject,
  async ({ cpso }, reads) => {
    const { cpsoNumber, ...list } = visibleValue(await reads.getDoctorSignals(cpso));
    return [{ cpsoNumber }, list];
  },
);

export const getClinicReviewSignals = signalsTool(
  'clinic',
  '{"id":"<id of search_clinics>"}',
  ClinicSubject,
  async ({ id }, reads) => {
    const { clinicId, ...list } = visibleValue(await reads.getClinicSignals(id));
    return [{ clinicId }, list];
  },
);

const RATING_NOTICE =
  'Overlapping intervals do not show a difference. Ratings are opinions, not a measure of care.';

/** @param read returns how the structured form identifies the subject, and its signals */
function signalsTool<Q extends Query>(
  kind: 'doctor' | 'clinic',
  example: string,
  query: Described<Q>,
  read: (
    query: Q,
    reads: AsyncReads,
  ) => Promise<readonly [identity: Record<string, string>, list: SignalList]>,
): Tool {
  const declaration = {
    name: `get_${kind}_review_signals`,
    title: `Review signals of a ${kind}`,
    description: `Mean rating by dimension over 24 months, with its 95% interval; small samples are withheld. Use it to compare a ${kind} with another; for the words of patients use list_${kind}_reviews. Example: ${example}. It cannot measure care, only opinions.`,
    query,
    outputSchema: answerSchema({
      minSample: { type: 'integer' },
      // The tool of doctors describes them for both.
      signals: { type: 'array', items: outputSchemaOf(Signal, {}, kind === 'clinic' ? [Signal] : []) },
      suppressed: { type: 'array', items: { type: 'string' } },
    }),
    idLookupTool: `search_${kind}s`,
  };
  return tool(declaration, async (subject, { directory }) => {
    const [identity, { minSample, signals, suppressed, warnings = [] }] = await read(
      subject,
      directory.reads,
    );
    const name = `${kind} ${Object.values(identity).join()}`;
    const text = joinLines(
      ...warnings,
      signals.length > 0
        ? `Ratings of the ${name} in the last 24 months:`
        : `Too few ratings of the ${name} in the last 24 months for a signal. That is not a verdict.`,
      ...signals.map(lineOf),
      suppressed.length > 0 && `Withheld, fewer than ${minSample} ratings: ${suppressed.join(', ')}.`,
      signals.length > 0 && RATING_NOTICE,
    );
    return {
      text,
      structured: { ...identity, minSample, signals, suppressed, ...(warnings.length > 0 && { warnings }) },
      cautions: signals.length > 0 ? [RATING_NOTICE] : [],
    };
  });
}

function lineOf(signal: Signal): string {
  const { dimension, avgRating, low, high, sampleSize, positivePct, level, lastReviewDate } = signal;
  return `- ${dimension}: mean ${avgRating} of 5 (${low} to ${high}), ${sampleSize} ratings (${level}), ${positivePct} % positive, newest ${lastReviewDate}`;
}
