import type { QuestionValues } from '../question.js';
import { phrase } from '../words.js';

const SPOKEN =
  'an?|une?|half an|one|two|three|five|ten|fifteen|twenty|thirty|forty|forty five|deux|cinq|dix|quinze|vingt|trente';
const TRAVEL_TIME = `(?:(?:within|in|under|less than|at most|about|around|only|en|a|moins de) )*(?:(?:\\d{1,3}|${SPOKEN}) (?:minutes?|mins?|hours?|hrs?|heures?|h)|\\d{1,3}mins?)`;
const ON_FOOT = '(?: s)?(?: on foot| walk(?:ing)?(?! ins?(?: |$))| (?:a|de) (?:pied|marche))(?: distance)?';
const RIDE =
  '(?: s)?(?: (?:by|on|in|en|a|de|d) (?:the |a |my )?(?:bus|car|bike|train|go train|transit|public transit|subway|ttc|taxi|autobus|voiture|auto|metro|velo|route|transports?(?: en commun| collectif)?)| (?:bus|car|bike|train|transit|subway|ttc) ride| driv(?:e|ing)| ride| commute| trip| away)';
/** "30 minutes from Finch", but no "2 heures de l’après-midi". */
const FROM_PLACE = '(?= (?:from|of|to|de|d|du)(?! (?:l apres midi|lapres midi|la nuit|matin|soir))(?: |$))';

/** Questions that Health811 answers, by what they ask, in English and French. */
const ASKS = {
  'which doctor somebody needs': [
    '(?:which|what)(?: (?:kind|type|sort) of)? (?:doctor|physician|specialist)s? (?:do|should|would|must|can|treats?|deals?|handles?)(?: (?:i|we|you|with|for))*',
    '(?:quel(?:le)?s?|a quel)(?: (?:sorte|type|genre) de)? (?:medecins?|docteurs?|specialistes?) (?:dois je|devrais je|faut il|pour|soigne|traite)(?: (?:voir|consulter|aller))?',
  ],
  'whether somebody needs a doctor': [
    '(?:should|must) (?:i|we|my \\w+) (?:see|go to|visit|consult)|do (?:i|we) need (?:to see )?an?(?! (?:appointment|referral))|when (?:should|do|to) (?:i )?(?:see|go to|visit)',
    '(?:(?:est ce que )?(?:je|on) (?:dois|doit|devrais|devrait)|(?:dois|devrais) je|faut il) (?:voir|consulter|aller)',
  ],
  'what a field is': [
    'what does an?(?= .* do$)|what(?: i)?s an?(?= \\w+(?: \\w+)?$)|(?:the )?difference between',
    'qu(?:e)? est ce (?:qu|que c est)(?: une?)?|(?:la )?difference entre',
  ],
  'what to take or do': [
    '(?:should|must) (?:i|we|my \\w+) (?:take|stop|give|eat|drink|use|worry)|(?:can|may) (?:i|we) (?:take|stop|give|eat|drink)|how (?:do i|to|can i|should i) (?:treat|cure|become|get rid of)|dos(?:e|es|age) of',
    '(?:(?:est ce que )?(?:je|on) (?:dois|doit|devrais|devrait)|(?:dois|devrais) je|faut il) prendre',
  ],
  'what a complaint means': [
    'is it (?:normal|safe|ok|okay|bad|dangerous|serious|contagious)|side effects?(?: of)?|symptoms? of|what causes',
    '(?:est ce|c est) (?:normal|grave|dangereux|contagieux)|effets? secondaires?|symptomes? (?:de|du|d)',
  ],
} as const;
export const ADVICE = phrase(Object.values(ASKS).flat().join('|'));

/** What people ask of a clinic that the directory does not know, with what may help instead. */
export const NOT_IN_DIRECTORY: readonly (readonly [words: RegExp, instead?: QuestionValues])[] = [
  [
    phrase(
      // How long somebody waits, and whether a referral is needed.
      '(?:(?:with|without|no|a|avec|sans|une?) )*(?:(?:short(?:est|er)?|low|little|quick|fast|long|less|minimal|courte?|longue|peu d) )*(?:wait(?:s|ing)?(?: (?:times?|lists?|rooms?|periods?))?|wait ?lists?|attente|(?:temps|delais?|listes?) d ?attente)|' +
        '(?:without|no|do ?esnt|doesnt|does not|dont|do not|sans|pas de|pas besoin de)(?: (?:need|needs|require|requires|a|une?|besoin de))* (?:referrals?|reference)(?: (?:needed|required|necessary|requise|necessaire))?|self refer(?:rals?|red)?|' +
        // How many there are.
        `(?:with )?(?:more than|fewer than|less than|at least|over|plus de|moins de|au moins|only|exactly) (?:\\d{1,4}|${SPOKEN}|four|six|seven|eight|nine) (?:doctors?|physicians?|clinics?|locations?|reviews?|patients?|specialists?|medecins?|cliniques?|avis)|` +
        // An hour that follows from those of each clinic.
        `(?:(?:just|right|about|\\d{1,2}|${SPOKEN}|une?) )*(?:(?:minutes?|hours?|heures?) )?(?:before|after|at|near|avant|apres|a) (?:the )?(?:clos(?:ing|e)(?: time)?|opening(?: time)?|(?:la |l )?(?:fermeture|ouverture))`,
    ),
  ],
  [
    phrase(
      '(?:home|house) (?:visits?|calls?)|visites? a domicile|(?:home|personal|private) (?:address|phone|number|email)|' +
        '(?:open )?(?:every ?day(?! (?:doctor|md))|daily|(?:7|seven) days(?: (?:a|per) week)?)|(?:ouverte?s? )?(?:tous les jours|(?:7|sept) jours sur (?:7|sept)|7 ?j? 7)|a domicile|go (?:stations?|trains?|stops?)|same day|' +
        '(?:open )?(?:all (?:day|night)(?: long)?|overnight|around the clock|24 ?(?:hours?|hrs?|h)(?: a day| (?:sur )?24)?|24 7)|(?:ouverte?s? )?(?:toute la (?:nuit|journee)|24 heures(?: sur 24)?)',
    ),
  ],
  [
    phrase(
      '(?:newcomers?|immigrants?|students?)(?: s)?(?: (?:health|wellness|medical|walk in))* (?:clinics?|cent(?:re|er)s?|services?|program(?:me)?s?|practices?)|' +
        '(?<=(?:^| )(?:clinics?|cent(?:re|er)s?|services?|doctors?|physicians?) )for (?:new )?(?:newcomers|immigrants|students)',
    ),
  ],
  // A list has the clinics with either of two fields, and everybody is seen in person.
  [
    phrase(
      '(?:(?:at|in) )?the same (?:clinic|office|place|location|building)|(?:(?:dans|a) )?(?:la meme clinique|le meme (?:endroit|cabinet|lieu))|' +
        '(?:in person|en personne)(?: (?:visits?|appointments?|consultations?|care))?',
    ),
  ],
  // Times of travel: a distance may help instead.
  [phrase(`${TRAVEL_TIME}${ON_FOOT}`), { within: '1' }],
  [phrase(`${TRAVEL_TIME}(?:${RIDE}|${FROM_PLACE})`), { within: '5' }],
  // "In an hour" may be a time of travel, or a time of day.
  [phrase(`(?:in|within|under|dans|d ici|vers) (?:about |around |environ )?${TRAVEL_TIME}`)],
  // Whom a doctor sees is not the gender of the doctor.
  [
    phrase(
      '(?:accept(?:s|ing)?|tak(?:es?|ing)|sees?|seeing|treat(?:s|ing)?)(?: (?:only|new))* (?:wom[ae]n|m[ae]n|(?:fe)?male patients?|newcomers|immigrants|students)|' +
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
