// The phrases of days and times, in English and French, as plain words.
import type { NamedDay } from '../../records/special-days.js';
import { ANY_DAY, NUMBERS, type PartOfDay } from '../phrases.js';
import { phrase } from '../words.js';

/** Stands before a time of day. */
export const BEFORE_HOUR =
  'after|past|from|starting|at|around|by|until|till|til|before|apres|a partir de|des|jusqua|jusqu a|avant|a|au|vers';

/** The words of parts of the day, wherever they are in a question. */
export const PART_WORDS: Readonly<Record<PartOfDay, RegExp>> = {
  morning: /\b(?:mornings?|matins?|matinee)\b/,
  afternoon: /\b(?:afternoons?|apres midi)\b/,
  evening: /\b(?:tonight|evenings?|nights?|soirs?|soiree)\b/,
};

/** Relative to now; the number of days ahead, and the hours that it means. */
export const RELATIVE: readonly (readonly [
  ahead: number,
  at: 'now' | PartOfDay | undefined,
  words: RegExp,
])[] = [
  [
    0,
    'now',
    phrase(
      '(?:open )?(?:right )?now|(?:open )?at (?:the|this) moment|(?:ouverte?s? )?maintenant|en ce moment|currently open',
    ),
  ],
  [0, 'evening', phrase('(?:open )?tonight|this (?:evening|night)|ce soir|late tonight')],
  [0, 'afternoon', phrase('this afternoon|cet apres midi')],
  [0, 'morning', phrase('this morning|ce matin')],
  [1, 'evening', phrase('tomorrow (?:at )?(?:night|evening)|demain (?:en )?soir(?:ee)?')],
  [1, 'afternoon', phrase('tomorrow (?:in the )?afternoon|demain (?:en )?apres midi')],
  [1, 'morning', phrase('tomorrow (?:in the )?morning|demain (?:le )?matin')],
  [2, undefined, phrase('(?:the )?day after tomorrow|apres demain')],
  [0, undefined, phrase('(?:open )?today|aujourdhui')],
  [1, undefined, phrase('(?:open )?tomorrow|demain')],
];

const COUNT = `(?:an?|une?|\\d{1,2}|${NUMBERS}|(?:a )?few|(?:a )?couple(?: of)?|several|quelques)`;
const PERIOD = '(?:days?|weeks?|week ?ends?|months?|years?)(?! (?:olds?|of|experience)(?: |$))';
const OTHER_CALENDARS =
  '(?:lunar|lunaire|chinese|chinois|korean|coreen|vietnamese|vietnamien|tamil|tamoul|thai|nepali|persian|persan|iranian|iranien|jewish|juif|islamic|musulman|hindu|hindou|sikh|' +
  'punjabi|bengali|orthodox|orthodoxe|coptic|copte|ukrainian|ukrainien|russian|russe|serbian|serbe|greek|grec|grecque|armenian|armenien|ethiopian|ethiopien)';
const FRENCH_PERIOD = '(?:jours?|semaines?|fins? de semaine|week ?ends?|mois|ans?|annees?)';
/** Days that no list has: "next month", "in two weeks". */
export const LATER = phrase(
  `(?:(?:in|within|during|over|for) )?(?:the )?(?:next|coming|following) (?:${COUNT} )?${PERIOD}|this (?:week|month|year)|` +
    `(?:in|within) ${COUNT} ${PERIOD}|${COUNT} ${PERIOD} from (?:now|today)|` +
    `(?:(?:dans|pendant|durant|en|a|au) )?(?:l[ea]?s? )?(?:${COUNT} )?${FRENCH_PERIOD} (?:prochaine?s?|suivante?s?|qui vien(?:t|nent)|a venir)|` +
    `(?:(?:dans|pendant|durant|a|au) )?(?:l[ea]?s? )?(?:${COUNT} )?prochaine?s? ${FRENCH_PERIOD}|` +
    `(?:ce mois|cette semaine|cette annee)(?: ci)?|(?:dans|d ici) ${COUNT} ${FRENCH_PERIOD}|` +
    // A week later.
    `(?:(?:${ANY_DAY}) |d aujourdhui )en (?:huit|quinze)|` +
    // Days of other calendars.
    `(?:on )?(?:the )?${OTHER_CALENDARS} (?:new years?|christmas|easter)(?: (?:day|eve|sunday|monday))?|(?:le |a )?(?:nouvel an|noel|paques) ${OTHER_CALENDARS}`,
);

/** The names of holidays, and of Easter, whose days have the hours of the week but Good Friday. */
export const HOLIDAY_WORDS: readonly (readonly [day: NamedDay | undefined, words: RegExp])[] = [
  ["New Year's Day", phrase('(?:on )?new years?(?: day)?(?! eve)|(?:le )?jour de l ?an|(?:le )?nouvel an')],
  ['Family Day', phrase('(?:on )?family day|(?:le )?jour de la famille')],
  ['Good Friday', phrase('(?:on )?good friday|(?:le )?vendredi saint')],
  ['Easter Sunday', phrase('(?:on )?easter sunday|(?:le )?dimanche de paques')],
  ['Easter Monday', phrase('(?:on )?easter monday|(?:le )?lundi de paques')],
  ['Victoria Day', phrase('(?:on )?victoria day|(?:la )?fete de la reine')],
  ['Canada Day', phrase('(?:on )?canada day|(?:la )?fete du canada')],
  ['Civic Holiday', phrase('(?:on )?(?:the )?(?:civic holiday|simcoe day)|(?:le )?conge civique')],
  ['Labour Day', phrase('(?:on )?labou?r day|(?:la )?fete du travail')],
  ['Thanksgiving', phrase('(?:on )?thanksgiving(?: day| monday)?|(?:l )?action de grace|laction de grace')],
  ['Christmas Day', phrase('(?:on |at )?(?:christmas|xmas)(?: day)?(?! eve)|(?:a |le jour de )?noel')],
  ['Boxing Day', phrase('(?:on )?boxing day|(?:le )?lendemain de noel')],
  [
    undefined,
    phrase(
      '(?:on )?(?:an? |the )?(?:(?:public|statutory|stat|bank) )?holidays?|(?:les )?jours? feries?|(?:un )?ferie|' +
        '(?:(?:on|at|over|during) )?(?:the )?(?:(?:labou?r|victoria|canada|family|civic|thanksgiving|christmas|new years?)(?: day)?(?: long)? week ?end|easter(?: long)?(?: week ?end)?|long week ?end)|(?:a |la fin de semaine de )?paques|(?:la )?longue fin de semaine',
    ),
  ],
];
