// The phrases of questions, in English and French, as plain words: lower case, without accents and punctuation.
import type { QuestionValues } from './question.js';
import { phrase } from './words.js';

/** Says that the following is not wanted. */
export const NEGATION = phrase(
  'not|no|dont|doesnt|isnt|arent|except|without|never|other than|pas|sans|sauf|aucune?|ne',
);
/** Stands before a place that results are near to. */
export const NEAR = phrase(
  'near(?: to|by)?|nearest(?: to)?|closest(?: to)?|close to|closer to|around|next to|beside|by|at|from|off|along|' +
    'not (?:too |very )?far from|pas (?:trop |tres )?loin d[eu]s?|(?:tout )?(?:pres|proche) (?:de la|de l|d[eu]s?)|' +
    'autour d[eu]s?|a cote d[eu]s?|vers',
);
/** Stands before an area that results lie in. */
export const IN = phrase('in(?: the)?|within|inside|throughout|across|dans(?: l[ea]s?)?|a|au|en|sur');
export const HERE = phrase(
  '(?:near|around|by|close to|in|pres de|autour de) (?:me|here|my (?:area|home|house|place|work)|us|moi|ici|chez moi)|nearby me|nearest me',
);
/** Stands before the name of a doctor. */
export const NAMED = phrase('named|called|by the name of|nommee?|appelee?|qui sappelle');
export const TITLE = phrase('dr|dre|doctor|docteure?');

/** Words that only join the others, or that every question has. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the any some i im id ill me my we us our you your he she they it its need needs needed want wants wanted ' +
    'looking look search searching for find show get give list tell see seeing is are am be being who whos that which whose what ' +
    'whats where when how with and or but also of on in at to from by as so there here can could would will should ' +
    'like please pls plz help hi hello thanks doctor doctors dr dre drs doc docs physician physicians clinic clinics ' +
    'office offices practice practices practitioner practitioners specialist specialists person people someone somebody anyone anybody ' +
    'speak speaks speaking spoken speaker fluent language languages hours hour time times heures heure open opens opened opening currently available ' +
    'patient patients does do did has have having offer offers offering about all every ' +
    'one ones who near nearby nearest closest located location based station stop area region city town gta ontario canada on ' +
    'mom mother dad father wife husband son daughter kid parent parents child children friend ' +
    'un une des le la les l du de d je j jai cherche chercher recherche trouver trouve trouvez veux voudrais voudrions ' +
    'besoin faut il elle nous mon ma mes notre pour avec et ou dans a au aux en est sont ouvert ouverte ouverts ouvertes ' +
    'pres proche qui que quel quelle quels quelles parle parlent parlant langue svp sil vous plait bonjour medecin medecins ' +
    'docteur docteure clinique cliniques cabinet quelquun station quartier ville'
  ).split(' '),
);

const PATIENTS = '(?: (?:any|some|more|on))*(?: new)?(?: (?:patients?|people|clients))';
const DAY_WORDS = {
  mon: 'mon|mondays?|lundis?',
  tue: 'tue|tues|tuesdays?|mardis?',
  wed: 'wed|weds|wednesdays?|mercredis?',
  thu: 'thu|thur|thurs|thursdays?|jeudis?',
  fri: 'fri|fridays?|vendredis?',
  sat: 'sat|saturdays?|samedis?',
  sun: 'sun|sundays?|dimanches?',
} as const;
const CARE = '(?: (?:visits?|appointments?|consultations?|consults?|care|calls?))?';

/** What a phrase asks for, where it is always the same. */
export const FIXED: readonly (readonly [values: QuestionValues, words: RegExp])[] = [
  [
    { accepting: 'true' },
    phrase(
      `(?:(?:currently|still) )?(?:accept(?:s|ing)?|tak(?:e|es|ing))${PATIENTS}|` +
        '(?:(?:currently|still) )?accepting(?: new)?|accepts(?: new)?|taking new|(?:open to )?new patients?(?: welcome)?|open to new|' +
        '(?:accepte(?:nt)?|acceptant|prend|prennent|prenant)(?: (?:encore|de|des|les))*(?: nouve(?:aux|lles))?(?: patiente?s)?|nouveaux patients',
    ),
  ],
  [
    { nearTTC: 'true' },
    phrase(
      '(?:near|close to|by|next to|on)(?: (?:a|the|any))? (?:subway|ttc|metro)(?: (?:station|line|stop)s?)?|' +
        '(?:pres|proche) (?:du|dune?|de la|d une)(?: station de)? metro',
    ),
  ],
  [
    { evening: 'true' },
    phrase(
      '(?:open )?(?:(?:in the|on|late|le|en) )?(?:evenings?|soirs?|soiree)|after (?:work|hours)|apres le travail',
    ),
  ],
  [
    { weekend: 'true' },
    phrase('(?:on )?(?:the )?(?:week ?ends?)|(?:la |les )?fins? de semaine|le week ?end'),
  ],
  [
    { wheelchair: 'true' },
    phrase(
      '(?:wheelchair|barrier free)(?: (?:accessible|accessibility|access|friendly|ramp))?|accessible(?: (?:by|with|en|a un|aux))?(?: (?:wheelchairs?|fauteuils?(?: roulants?)?))?|(?:en )?fauteuil roulant',
    ),
  ],
  [
    { virtualVisits: 'true' },
    phrase(
      `(?:virtual|video|online|remote|telehealth|telemedicine)${CARE}|virtually|` +
        '(?:visites?|consultations?|rendez vous) (?:virtuel(?:le)?s?|en ligne|video)|virtuel(?:le)?s?|teleconsultations?|telemedecine',
    ),
  ],
  [{}, phrase('(?:male or female|female or male|man or woman|woman or man|homme ou femme|femme ou homme)')],
  [
    { gender: 'female' },
    phrase('(?:a )?(?:female|wom[ae]n|lady|femmes?|feminin)(?: (?:doctor|dr|physician|medecin)s?)?'),
  ],
  [
    { gender: 'male' },
    phrase('(?:a )?(?:male|m[ae]n|hommes?|masculin)(?: (?:doctor|dr|physician|medecin)s?)?'),
  ],
  [{ clinicType: 'walk-in' }, phrase('walk ?ins?(?: clinics?)?|(?:clinique )?sans rendez vous')],
  [
    { clinicType: 'community-health-centre' },
    phrase('community (?:health )?(?:cent(?:re|er)s?|clinics?)|(?:centre )?de sante communautaire'),
  ],
  [{ clinicType: 'hospital-outpatient' }, phrase('(?:in |at )?(?:a |an )?(?:hospitals?|hopital|hopitaux)')],
  [
    { days: 'mon,tue,wed,thu,fri' },
    phrase(
      '(?:on )?weekdays?|(?:mon|monday)s? (?:to|through|thru) fri(?:day)?s?|en semaine|(?:de |du )?lundi (?:a|au) vendredi',
    ),
  ],
  ...Object.entries(DAY_WORDS).map(([days, words]): [QuestionValues, RegExp] => [
    { days },
    phrase(`(?:(?:on|every|le|les) )?(?:${words})`),
  ]),
  [{ openAt: '09:00' }, phrase('(?:in the |early )?mornings?|le matin|matin(?:s|ee)?')],
  [{ openAt: '14:00' }, phrase('(?:in the )?afternoons?|(?:l )?apres midi|lapres midi')],
  [{ openAt: '12:00' }, phrase('(?:at )?(?:noon|lunch ?time|midi)|(?:a|au) midi|(?:during |over )?lunch')],
  [
    { within: '1' },
    phrase('(?:in |within )?walking distance(?: (?:of|to|from))?|a distance de marche(?: d[eu])?'),
  ],
];

/** Numbers of years. The first group is the number. */
export const YEARS: readonly (readonly [name: 'minYears' | 'maxYears', words: RegExp])[] = (
  [
    ['minYears', '(?:(?:with|at least|minimum|over|more than|au moins|plus de|avec) )*'],
    ['maxYears', '(?:less than|under|at most|fewer than|up to|moins de|au plus) '],
  ] as const
).map(([name, before]) => [
  name,
  phrase(
    `${before}(\\d{1,2})(?: plus)?(?: or more)? ?(?:years?|yrs?|ans)(?: (?:of|in|d|de))*(?: ?d?(?:experience|practice|pratique))`,
  ),
]);

/** A distance: groups 1 and 2 are the whole number and its decimals, 3 the unit. */
export const DISTANCE = phrase(
  '(?:(?:within|in|less than|under|at most|maximum|max|no more than|not more than|up to|dans un rayon de|a moins de|moins de|a) )?' +
    '(?:a )?(\\d{1,3})(?: (\\d+))? ?(k|km|kms|kilomet(?:er|re)s?|m|met(?:er|re)s?|mi|miles?)(?: radius)?(?: (?:of|from|around|away|away from|de|du))*',
);

/** Kilometers in a unit other than the kilometer. */
export const DISTANCE_UNITS: Readonly<Record<string, number>> = {
  m: 0.001,
  meter: 0.001,
  meters: 0.001,
  metre: 0.001,
  metres: 0.001,
  mi: 1.609,
  mile: 1.609,
  miles: 1.609,
};

/** A time of day: groups are the word before it, hours, a French "h", minutes, and what the hours are. */
export const TIME = phrase(
  '(?:open |ouverte?s? )?(?:(after|past|from|starting|at|around|by|until|till|til|before|apres|a partir de|des|jusqua|jusqu a|avant|a|vers) )' +
    '(\\d{1,2})(?: ?(h)? ?([0-5]\\d))? ?(am|pm|h|heures?|oclock|o clock)?',
);
/** A time without a word before it needs its unit. */
export const BARE_TIME = phrase('()(\\d{1,2})(?: ?(h)? ?([0-5]\\d))? ?(am|pm|h|oclock)');

/** Relative to now; the number of days ahead, and the hours that it means. */
export const RELATIVE: readonly (readonly [
  ahead: number,
  at: 'now' | 'evening' | undefined,
  words: RegExp,
])[] = [
  [0, 'now', phrase('(?:open )?(?:right )?now|(?:open )?at the moment|maintenant|en ce moment')],
  [0, 'evening', phrase('tonight|this evening|ce soir')],
  [1, 'evening', phrase('tomorrow (?:night|evening)|demain soir')],
  [0, undefined, phrase('today|aujourdhui')],
  [1, undefined, phrase('tomorrow|demain')],
];
