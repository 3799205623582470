// The phrases of questions, in English and French, as plain words: lower case, without accents and punctuation.
import { DAY_NAMES, type DayName } from '../records/clinic.js';
import type { QuestionValues } from './question.js';
import { phrase } from './words.js';

const KILOMETERS = '\\d{1,3}(?: \\d+)? ?(?:k|km|kms|kilo\\w+|m|met(?:er|re)s?|mi|miles?)(?: |$)';
/** Says that the following is not wanted. */
export const NEGATION = phrase(
  'not|no|nor|neither|none|dont|doesnt|isnt|arent|wasnt|cant|cannot|wont|wouldnt|shouldnt|hasnt|havent|except(?: for)?|excluding|excludes?|' +
    'excluded|without|never|other than|rather than|instead of|(?:any|every)(?:thing|one|body|where) but|all but|(?:any|every|all) \\w+ but|outside(?: of)?|avoid|avoiding|' +
    'unlike|minus|pas|sans|sauf|excepte|hors d[eu]|en dehors d[eu]s?|a part|a l exception d[eu]s?|a lexception d[eu]s?|aucune?s?|' +
    `(?:more|farther|further) than(?= ${KILOMETERS})|(?:at least|over|plus de|au moins)(?= ${KILOMETERS})|` +
    'jamais|ni|ne|n|nest|closed(?: on)?|fermee?s?|autre que|autrement que|plutot que|eviter|besides|apart from|hormis',
);
/** Negates the word that it is joined with: "non-smoker". */
export const JOINED_NEGATION = 'non';
/** Stands before a place that results are near to. */
export const NEAR = phrase(
  '(?:near(?: to|by)?|nearest(?: to)?|closest(?: to)?|(?:as )?close (?:as possible )?to)(?: the)?|closer to|around|next to|beside|by|at|from|off|along|' +
    'not (?:too |very )?far from|pas (?:trop |tres )?loin (?:de la|de l|d(?:[eu]s?)?)|(?:tout )?(?:pres|proche) (?:de la|de l|d(?:[eu]s?)?)|' +
    '(?:autour|a cote) (?:de la|de l|d(?:[eu]s?)?)|vers',
);
/** Stands before an area that results lie in. */
export const IN = phrase(
  'in(?: the)?|within|inside|throughout|across|dans(?: l[ea]s?)?|a(?: l[ea]?)?|au|en|sur',
);
export const HERE = phrase(
  '(?:near|close to|next to|around|beside|(?:pres|proche) (?:de|d)|a cote (?:de|d))(?: (?:the|a|an|any|my|our|l|la|un|une|mon|notre|du))? (?:hospital|hopital|mall|library|bibliotheque|ecole|gym|park|parc|church|mosque|temple|station|train|bus(?: stop)?)(?! of(?: |$))|' +
    '(?:near|around|by|close to|in|next to|pres de|autour de) (?:me|here|(?:my |our )?(?:area|home|house|place|work|office|school)|us|moi|ici|chez moi)|' +
    '(?:near(?:by|est)?|close(?:st)?)(?: to)? (?:me|us)|' +
    '(?:(?:tout )?(?:pres|proche) (?:de |d )?)?(?:chez (?:moi|nous)|(?:mon|notre) (?:quartier|coin|travail|bureau|ecole))|' +
    '(?:tout )?(?:pres|proche) (?:de |d |du )(?:moi|nous|ici|la maison|travail|bureau)',
);
/** Asks for what is near, and needs a place in the question. */
export const NEAREST = phrase(
  'nearest|closest|nearby|close by|(?:l[ea]s? )?plus (?:proche|pres)s?|proches?|(?:dans les |aux )?(?:environs|alentours)',
);
/** Stands before the name of a doctor. */
export const NAMED = phrase('named|called|by the name of|nommee?|appelee?|qui sappelle');
export const TITLE = phrase('dr|dre|doctor|docteure?');

/** "Whose", which is written as "don't" is without its apostrophe. */
export const FRENCH_WHOSE = phrase('dont (?:la|le|les|l|un|une|il|elle|je|on|nous|mon|ma)');
/** Stands before the two streets of a crossing. */
export const CORNER = phrase(
  '(?:the )?(?:corner|intersection|crossing) of(?: the)?|(?:le |l |du )?(?:coin|angle|intersection)(?: d[eu](?: la| l)?s?)?',
);
/** Stands before a street, and before no station or place. */
export const ON_STREET = phrase('on|along|sur(?: l[ae]?s?)?');
/** Joins the two streets of a crossing. */
export const CROSSING = phrase('and|at|et|corner(?: of)?');
/** Follows the name of a street, with its direction. */
export const STREET = phrase(
  '(?:st|str|street|streets|ave|av|avenue|rd|road|blvd|boulevard|pkwy|parkway|cres|crescent|hwy|highway|lane|ln|trail|court|crt)(?: (?:east|west|north|south|e|w|n|s|est|ouest|nord|sud))?',
);
/** "Downtown Mississauga" is Mississauga. */
export const DOWNTOWN = phrase('downtown|(?:le )?centre ville(?: d[eu]s?)?|(?:the )?(?:heart|middle) of');
/** Says that what follows, or precedes, is a language. */
export const SPEAKS = phrase(
  'speak(?:s|ing|er|ers)?|spoken|fluent(?: in)?|talks?|language|parle(?:nt|r|s)?|parlant|langue',
);
/** What is wished, but is no core part. */
export const NO_FILTER_PHRASE = phrase(
  '(?:not|isnt) (?:too |very |so )?expensive|pas (?:trop |tres )?chere?s?|no preference|pas de preference|(?:it )?doesnt matter|no matter|peu importe|' +
    // "4.5 stars" and "noté 5/5" are praise, and no date.
    '(?:(?:rated|note)e? )?(?:\\d{1,2} ){1,2}(?:stars?|etoiles?)|(?:rated|note)e? \\d{1,2} (?:5|10)|five stars?|cinq etoiles|' +
    'no appointment|bien note|(?:free )?parking(?: lots?| spaces?)?|stationnement(?: gratuit)?',
);
/** Asks for everybody. */
export const EVERYBODY = phrase(
  '(?:all|every)(?: of)?(?: the| your)? (?:doctors?|physicians?|clinics?)|(?:tous|toutes) les (?:medecins|docteurs|cliniques)',
);
/** The area of the directory, or more. */
export const WHOLE_AREA = phrase(
  '(?:(?:(?:any|every|some)where|all over|all of|all across) )?(?:(?:in|across|throughout|around|within|dans|en|au|partout (?:en|au|dans)|a travers)(?: the| le| la| l)? )?' +
    // Not of a name: Health Canada, Dr. Ontario, Canada Drive.
    '(?<!(?:^| )(?:to|from|near|dr|dre|health|sante|named) )(?:gta|greater toronto(?: area)?|grand toronto|region (?:du grand toronto|de toronto)|(?:the )?province|ontario|canada)' +
    '(?! (?:drive|dr|street|st|road|rd|avenue|ave|boulevard|blvd|crescent|court|lane|place|way|health|tech|science|shores)(?: |$))',
);

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

const PATIENTS = '(?: (?:any|some|more|on))*(?: new)?(?: (?:patients?|people|clients|referrals?))';
/** What somebody accepts other than patients in general. */
const OBJECT =
  '(?:(?:les|des|de|new|young|small|my|any|jeunes) )*(?:child|children|kids?|bab(?:y|ies)|infants?|newborns?|toddlers?|teens?|teenagers?|adolescents?|seniors?|elderly|adults?|' +
  'newcomers?|immigrants?|refugees?|students?|walk|ohip|uhip|insurance|credit|cash|enfants?|bebes?|nourrissons?|ados?|aines?|adultes?|etudiants?|refugies)(?: |$)';
export const NUMBERS =
  '(?:two|three|four|five|six|seven|eight|nine|ten|deux|trois|quatre|cinq|sept|huit|neuf|dix)';
const FRENCH_MINE =
  'pere|mari|fils|enfant|bebe|medecin|docteur|amie?|epoux|conjoint|frere|oncle|grand|quartier|pediatre|dos|genou|coeur|oeil|nez|adresse|age|travail';
const DAY_WORDS = {
  // "My" in French.
  mon: `mon(?! (?:${FRENCH_MINE}))|mondays?|lundis?`,
  tue: 'tue|tues|tuesdays?|mardis?',
  wed: 'wed|weds|wednesdays?|mercredis?',
  thu: 'thu|thur|thurs|thursdays?|jeudis?',
  fri: 'fri|fridays?|vendredis?',
  sat: 'sat|saturdays?|samedis?',
  sun: 'sun|sundays?|dimanches?',
} as const;
const CARED = ' (?:visits?|appointments?|consultations?|consults?|care)';
const CARE = `(?:${CARED}| calls?)?`;

export const WITHOUT_FAMILY_DOCTOR: QuestionValues = { specialties: 'Family Medicine' };

/** What a phrase asks for, where it is always the same. */
export const FIXED: readonly (readonly [values: QuestionValues, words: RegExp, part?: PartOfDay])[] = [
  [
    { accepting: 'true' },
    phrase(
      `(?:(?:currently|still) )?(?:accept(?:s|ing)?|tak(?:e|es|ing))${PATIENTS}|` +
        `(?:(?:currently|still) )?accept(?:ing|s)(?: new)?(?! ${OBJECT})|taking new(?! ${OBJECT})|(?:open to )?new patients?(?: welcome)?|open to new|` +
        `(?:accepte(?:nt)?|acceptant|prend|prennent|prenant)(?: (?:encore|de|des|les))*(?: nouve(?:aux|lles))?(?: patiente?s)?(?! ${OBJECT})|nouveaux patients`,
    ),
  ],
  [
    { nearTTC: 'true' },
    phrase(
      '(?:near|close to|by|next to|on)(?: (?:a|the|any))? (?:subways?|ttc|metro)(?: (?:station|line|stop)s?)?|' +
        '(?:pres|proche) (?:du|dune?|de la|d une)(?: station de)? metro',
    ),
  ],
  [
    { evening: 'true' },
    phrase(
      '(?:open )?(?:(?:in the|on|late|le|en|at) )?(?:evenings?|soirs?|soiree|nights?)|after (?:work|hours)|apres le travail|(?:open )?late',
    ),
    'evening',
  ],
  [
    { weekend: 'true' },
    phrase('(?:on )?(?:the )?(?:week ?ends?)|(?:la |les )?fins? de semaine|le week ?end'),
  ],
  [
    { wheelchair: 'true' },
    phrase(
      '(?:wheel ?chairs?|barrier free)(?: (?:accessible|accessibility|access|friendly|ramp))?|accessible(?: (?:by|with|en|a un|aux))?(?: (?:wheel ?chairs?|fauteuils?(?: roulants?)?))?|(?:en )?fauteuil roulant',
    ),
  ],
  [
    { virtualVisits: 'true' },
    phrase(
      `(?:virtual|video|online|remote|telehealth|telemedicine)${CARE}|virtually|(?:tele)?phone${CARED}|` +
        '(?:visites?|consultations?|rendez vous) (?:virtuel(?:le)?s?|en ligne|video|telephoniques?|par telephone)|virtuel(?:le)?s?|teleconsultations?|telemedecine',
    ),
  ],
  [
    { gender: 'non-binary' },
    phrase('(?:an? )?(?:non ?binary|nonbinary|enby|non ?binaire)(?: (?:doctor|medecin)s?)?'),
  ],
  // An article in the feminine says who is meant, because the masculine stands for both: unless both are asked for.
  [
    {},
    phrase(
      '(?:un ou une|une ou un|un e)|' +
        'une(?= (\\p{L}+?)(?:n?e)?( de \\p{L}+)? ou (?:un )?\\1\\2(?: |$))|' +
        '(?<=(?:^| )un (\\p{L}+)( de \\p{L}+)? ou )une(?= \\3(?:n?e)?\\4(?: |$))',
    ),
  ],
  [
    { gender: 'female' },
    phrase(
      'une(?= (?:(?:autre|bonne|nouvelle|excellente|gentille|jeune) )?(?:medecin|docteure|doctoresse|chirurgienne|omnipraticienne|generaliste|specialiste|interniste|pediatre|\\p{L}+(?:log(?:ue|iste)|iatre))(?: |$))',
    ),
  ],
  [
    {},
    phrase(
      '(?:male or female|female or male|(?:a )?(?:man or (?:a )?woman|woman or (?:a )?man)|(?:un )?homme ou (?:une )?femme|(?:une )?femme ou (?:un )?homme)',
    ),
  ],
  [
    { gender: 'female' },
    phrase(
      '(?:a )?(?:females?|wom[ae]n|lady|femmes?|feminin|she her(?: hers)?)(?: (?:doctor|dr|physician|medecin)s?)?',
    ),
  ],
  [
    { gender: 'male' },
    phrase(
      '(?:a )?(?:males?|m[ae]n|hommes?|masculin|he him(?: his)?)(?: (?:doctor|dr|physician|medecin)s?)?',
    ),
  ],
  [
    { clinicType: 'walk-in' },
    phrase('walk ?ins?(?: clinics?)?|(?:clinique )?sans (?:rendez vous|rdv)|without (?:an )?appointment'),
  ],
  // Who has no family doctor is looking for one, or for the specialist that the question names.
  [
    WITHOUT_FAMILY_DOCTOR,
    phrase(
      '(?<!(?:^| )(?:patients?|people|those|anyone) )(?:(?:do not|dont|doesnt|does not|still dont|no longer) have|without|have no|has no) (?:an? |any )?(?:family (?:doctor|physician)|gp)|' +
        '(?:n )?(?:nai|na|avons|ai|a) (?:pas|plus)(?: encore)? d(?:e | )?medecin de famille|sans medecin de famille',
    ),
  ],
  [{ languages: 'French' }, phrase('francophones?')],
  [{ languages: 'English' }, phrase('anglophones?')],
  // Signs that are said when somebody dictates.
  [
    {},
    phrase('comma|virgule|question mark|point d interrogation|full stop|exclamation (?:mark|point)|period$'),
  ],
  // Who asks: "I can only come on Saturdays", "my mother speaks only Tamil".
  [
    {},
    phrase(
      '(?:i|im|we|my (?:mother|mom|father|dad|parents?|son|daughter|wife|husband|partner|spouse|family|friend|brother|sister|aunt|uncle|grand(?:ma|pa|mother|father|parents)))(?: (?:can|could|am|are|is|do|speaks?|understands?|wants?|needs?))* only|am only|' +
        '(?:je|on|nous) (?:cherche|cherchons|parle|parlons|veux|voulons|peux|pouvons) (?:seulement|uniquement)',
    ),
  ],
  // How many, or the age of a child.
  [
    {},
    phrase(
      `${NUMBERS}(?! (?:years?|yrs?|km|kilo\\w+|ans|miles?|blocks?|minutes?|hours?|stops?|am|pm|oclock|or|ou|to|heures?)(?: |$))|` +
        `(?:de )?${NUMBERS} (?:(?:years?|months?|weeks?) ?olds?|mois)|de ${NUMBERS} ans|\\d{1,2}(?= (?:nearest|closest)(?: |$))`,
    ),
  ],
  [
    {},
    phrase(
      '(?:dont|do not|doesnt) have (?:an?|any)(?= doctor)|without an?(?= doctor)|' +
        '(?:cant|cannot|can not|couldnt|could not|dont|do not|doesnt|does not|didnt) (?:seem to )?(?:find|get|drive|walk|know)|' +
        'ne (?:trouve|trouvons|sais|conduis|marche)(?: pas)?',
    ),
  ],
  [
    {},
    phrase(
      '(?:my |our |an? )?\\d{1,2} (?:(?:years?|yrs?|months?|weeks?) ?olds?|ans|mois)|de \\d{1,2} (?:ans|mois)|' +
        '(?:aged|age) \\d{1,3}|(?:is|am|im|shes|hes) \\d{1,3}(?! (?:k|km|kms|kilo\\w*|m|mi|min\\w*|am|pm|h|years)(?: |$))',
    ),
  ],
  [
    { clinicType: 'community-health-centre' },
    phrase('community (?:health )?(?:cent(?:re|er)s?|clinics?)|(?:centre )?de sante communautaire'),
  ],
  [{ clinicType: 'hospital-outpatient' }, phrase('(?:in |at )?(?:a |an )?(?:hospitals?|hopital|hopitaux)')],
  [{ days: 'mon,tue,wed,thu,fri' }, phrase('(?:on )?weekdays?|en semaine')],
  ...Object.entries(DAY_WORDS).map(([days, words]): [QuestionValues, RegExp] => [
    { days },
    phrase(`(?:(?:on|every|le|les) )?(?:next )?(?:${words})(?: prochain)?`),
  ]),
  [{ openAt: '09:00' }, phrase('(?:in the |early )?mornings?|le matin|matin(?:s|ee)?'), 'morning'],
  [{ openAt: '14:00' }, phrase('(?:in the )?afternoons?|(?:l )?apres midi|lapres midi'), 'afternoon'],
  [{ openAt: '12:00' }, phrase('(?:at )?lunch ?time|(?:during |over )?lunch')],
  [
    { within: '1' },
    phrase('(?:in |within )?walking distance(?: (?:of|to|from))?|a distance de marche(?: d[eu])?'),
  ],
];

export const ANY_DAY = Object.values(DAY_WORDS).join('|');
export const DAY = phrase(ANY_DAY);
/** From one day of the week to another: groups are the days, and what joins them. */
export const DAY_RANGE = phrase(
  `(?:(?:from|de|du|on) )?(${ANY_DAY}) (?:(to|through|thru|until|till|til|a|au|jusqu au) )?(${ANY_DAY})`,
);
/** Stands before a day that others follow. */
export const FROM_DAY = phrase('from|starting(?: on| from)?|beginning(?: on)?|as of|by|des|a partir d[eu]');
/** Stands before the last day. */
export const UNTIL_DAY = phrase('to|through|thru|until|till|til|a|au|jusqua|jusqu au?');
export const BETWEEN = phrase('between|entre');
export const AND = phrase('and|et');
/** Returns the day of the week that plain words name. */
export function dayNamed(plain: string): DayName {
  return DAY_NAMES.find((day) => new RegExp(`^(?:${DAY_WORDS[day]})$`).test(plain))!;
}

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
  '(?:(?:within|in|less than|closer than|nearer than|under|at most|maximum|max|no more than|not more than|up to|dans un rayon de|a moins de|moins de|a) )?' +
    '(?:a )?(\\d{1,3})(?: (\\d+))? ?(k|km|kms|kilomet(?:er|re)s?|m|met(?:er|re)s?|mi|miles?)(?: radius)?(?: (?:of|from|around|away|away from|de|du))*',
);
