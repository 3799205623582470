import type { AuditedField } from '../../records/accuracy.js';
import { listedNames, SPECIALTIES } from '../../vocabulary/index.js';

/** A question of an audit, and how its answer is judged. */
export interface Question {
  /** What the caller asks. */
  readonly text: string;
  /** The accepted answers, to follow "must be". */
  readonly accepts: string;
  /** Returns whether an answer, in lower case, confirms the listed value; undefined if it is no answer. */
  readonly confirms: (answer: string, listed: string) => boolean | undefined;
}

/** The answer of a doctor whose specialty the directory does not know. */
const OTHER = 'other';
/** Separates the specialties of a listed value. */
export const SEPARATOR = '; ';

const yesOrNo = (text: string, confirms: (answer: string, listed: string) => boolean): Question => ({
  text,
  accepts: 'yes, no or unreachable',
  confirms: (answer, listed) => (/^(yes|no)$/.test(answer) ? confirms(answer, listed) : undefined),
});
/** The caller sees the listed value, because the call starts from it. */
const confirmation = (text: string) => yesOrNo(text, (answer) => answer === 'yes');
/** The caller does not see the listed value, `yes` or `no`, and so cannot suggest it. */
const blind = (text: string) => yesOrNo(text, (answer, listed) => answer === listed);

/** The questions of an audit. */
export const QUESTIONS: Readonly<Record<AuditedField, Question>> = {
  phone: confirmation('Does the telephone number reach the clinic?'),
  practice: confirmation('Does the doctor see patients at this address?'),
  specialty: {
    text: 'What is the specialty of the doctor?',
    accepts: `a specialty, such as Cardiology, ${OTHER} for one that the directory does not know, or unreachable`,
    confirms: sameSpecialty,
  },
  accepting: blind('Does the clinic accept new patients?'),
  wheelchair: blind('Can the clinic be entered in a wheelchair?'),
  virtualVisits: blind('Does the clinic offer visits by telephone or video?'),
};

/** Any name of one of the listed specialties confirms them. */
function sameSpecialty(answer: string, listed: string): boolean | undefined {
  if (answer === OTHER) return false;
  const reading = SPECIALTIES.resolve(answer, listedNames(listed.split(SEPARATOR)), false);
  return reading.by === 'unknown' ? undefined : reading.listed;
}
