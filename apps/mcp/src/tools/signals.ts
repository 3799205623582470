import { type AsyncReads, type Query, Signal, type SignalList } from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import type { Described } from '@care-atlas/domain/schema';
import { visibleMessages, visibleValue } from '../visible-text.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { ClinicSubject, DoctorSubject } from './declaration/subject-query.js';
import { joinLines, requestLines } from './answer/text.js';
import { type Tool, tool } from './declaration/tool.js';

export const getDoctorReviewSignals = signalsTool(
  'doctor',
  '{"cpso":"900001"}',
  DoctorSubject,
  async ({ cpso }, reads) => {
    const answer = await reads.getDoctorSignals(cpso);
    const { cpsoNumber, ...list } = visibleValue(answer);
    return [{ cpsoNumber }, list, visibleMessages(answer).warnings];
  },
);

export const getClinicReviewSignals = signalsTool(
  'clinic',
  '{"id":"<id of search_clinics>"}',
  ClinicSubject,
  async ({ id }, reads) => {
    const answer = await reads.getClinicSignals(id);
    const { clinicId, ...list } = visibleValue(answer);
    return [{ clinicId }, list, visibleMessages(answer).warnings];
  },
);

/** @param read returns how the structured form identifies the subject, its signals, and the warnings as messages */
function signalsTool<Q extends Query>(
  kind: 'doctor' | 'clinic',
  example: string,
  query: Described<Q>,
  read: (
    query: Q,
    reads: AsyncReads,
  ) => Promise<readonly [identity: Record<string, string>, list: SignalList, warnings: readonly Said[]]>,
): Tool {
  const declaration = {
    name: `get_${kind}_review_signals` as const,
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
    const [identity, { minSample, signals, suppressed, warnings = [] }, said] = await read(
      subject,
      directory.reads,
    );
    const hasSignals = signals.length > 0;
    return {
      textIn: (texts) => {
        const { answers: t } = texts;
        const id = Object.values(identity).join();
        const name = kind === 'doctor' ? t.doctor(id) : t.ofClinic(id);
        return joinLines(
          ...requestLines([], said, texts),
          hasSignals ? t.signalsOf(name) : t.tooFew(name),
          ...signals.map((signal) => `- ${t.signal(signal)}`),
          suppressed.length > 0 && t.withheld(minSample, suppressed.map(t.dimension).join(', ')),
          hasSignals && t.cautions.ratings,
        );
      },
      structured: { ...identity, minSample, signals, suppressed, ...(warnings.length > 0 && { warnings }) },
      warnings: said,
      cautions: hasSignals ? ['ratings'] : [],
    };
  });
}
