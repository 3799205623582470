import type { QuestionValues } from '../question.js';
import { phrase } from '../words.js';

/** What people ask of a clinic that the directory does not know, with what may help instead. */
export const NOT_IN_DIRECTORY: readonly (readonly [words: RegExp, instead?: QuestionValues])[] = [
  [
    phrase(
      '(?:home|house) (?:visits?|calls?)|visites? a domicile|a domicile|go (?:stations?|trains?|stops?)|same day',
    ),
  ],
  // Whom a doctor sees is not the gender of the doctor.
  [
    phrase(
      '(?:accept(?:s|ing)?|tak(?:es?|ing)|sees?|seeing|treat(?:s|ing)?)(?: (?:only|new))* (?:wom[ae]n|m[ae]n|(?:fe)?male patients?)|' +
        '(?:accepte|prend|recoit|soigne|traite)(?:nt)?(?: (?:les|des|que))* (?:femmes?|hommes?)|' +
        '(?:for|pour les|pour) (?:wom[ae]n|m[ae]n|femmes?|hommes?)(?! (?:s|health)(?: |$))',
    ),
  ],
  [
    phrase(
      'urgent(?: medical)? care(?: (?:clinics?|cent(?:er|re)s?|facility|facilities|services?))?|urgent clinics?|(?:clinique )?sans rendez vous d ?urgence|' +
        '(?:cliniques?|centres?)(?: de soins)? d ?urgence|(?:(?:cliniques?|centres?)(?: de)? )?soins urgents|(?:d ?)?urgences?',
    ),
    { clinicType: 'walk-in' },
  ],
];
