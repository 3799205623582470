import type { Emergency } from '../question.js';

/** Words of an emergency, in English and French, as plain words. Suicide first: its answer names both numbers. */
const WORDS: readonly (readonly [emergency: Emergency, words: RegExp])[] = [
  [
    '988',
    wholeWords(
      'suicid\\w*|kill(?:ing)? (?:my|him|her|them|our)sel(?:f|ves)|(?:want|wants|wanna|wish|going|ready)(?: to)?(?: be)? (?:die|dead)|' +
        'end(?:ing)? (?:my|his|her|their)(?: own)? li(?:fe|ves)|end(?:ing)? it all|' +
        'take (?:my|his|her) own life|self harm\\w*|(?:hurt|hurting|harm|harming|cut|cutting) (?:my|him|her)self|' +
        '(?:better off|rather be) dead|(?:dont|do not) want to (?:live|be alive|be here any ?more|exist)|no reason to live|' +
        '(?:me|se|te) (?:suicider|tuer)|mettre fin a (?:mes|ses) jours|(?:veux|veut|envie de|voudrais|vais) (?:mourir|en finir)|' +
        'automutil\\w*|plus envie de vivre|(?:veux|veut) plus vivre',
    ),
  ],
  [
    '911',
    wholeWords(
      'chest(?: is)? (?:pains?|pressure|tightness|tight|hurts?|hurting)|pains? in (?:my|the|his|her) chest|my chest (?:is|feels|hurts|aches|burns)|' +
        'heart attacks?|(?:having|has|have) (?:a )?strokes?|(?:stroke|heart attack) (?:symptoms?|signs?)|signs? of (?:a )?(?:stroke|heart attack)|' +
        '(?:cant|cannot|can not|not|isnt|hes not|shes not|stopped|barely|hardly|hard to|trouble|difficulty|struggling to|unable to) (?:breathe|breath|breathing)|choking|choked|' +
        'short(?:ness)? of breath|overdos\\w*|(?<!food )poison(?:ed|ing)|swallowed (?:\\w+ ){0,2}(?:poison|bleach|pills|batter(?:y|ies)|magnets?|detergent)|(?:took|taken|swallowed|ate) (?:an? |the )?(?:(?:whole|entire|full) )?(?:bottle|box|pack) of (?!(?:raisins|cereal|crackers|pasta|berries|strawberries|blueberries)(?: |$))\\w+|(?:took|taken|swallowed) (?:\\w+ )?too (?:many|much) (?:\\w+ )?(?:pills|tablets|medications?|meds|medicines?|tylenol|advil)|unconscious|collapsed|(?:cant|cannot|can not) (?:feel|move) (?:my|his|her|one)(?: (?:left|right|whole))? (?:arm|leg|side|face|body)|face (?:is )?droop\\w*|unresponsive|passed out|' +
        '(?:bleeding|bleeds) (?:heavily|badly|a lot|to death)|(?:heavy|severe|uncontrolled) bleeding|(?:wont|cant) stop (?:the )?bleeding|bleeding (?:wont|doesnt|does not|will not|is not|isnt) stop\\w*|' +
        'anaphyla\\w+|severe allergic reaction|(?:throat|airway|tongue)(?: is)? (?:closing|swelling|swollen)|(?!(?<=(?:^| )i )(?:cant|cannot|can not) wake up (?:in the mornings?|early|on time)(?: |$))(?:wont|will not|not|cant|cannot|doesnt) (?:wake|waking)(?: \\w+){0,2} up|turn(?:ing|ed) blue|blue lips|lips (?:are |turned )?blue|swelling face|face (?:is )?swelling|nosebleed (?:wont|will not|doesnt) stop\\w*|having (?:a )?seizures?|(?:im|i am|is|be) dying|call (?:911|an ambulance)|' +
        'emergency (?:rooms?|departments?|dept|depts|wards?|services?|care)(?! (?:doctors?|physicians?))|(?:the |an )?(?:er|ed dept)(?! (?:doctors?|physicians?|drs?))|' +
        '(?<!(?:no|not|non|not an|no an|isnt an) )emergency(?= ?(?:$|(?:in|near|at|now|please|help|clinics?|hospitals?|around|by|close|open) ?))|' +
        '(?:salles?|departements?|services?) d(?:e |es )?(?: )?urgences?|(?:aux|les) urgences|' +
        'medical emergency|life threatening|(?:been|was|were|got|is|am|im|hes|shes) (?:shot|stabbed)(?= ?$)|in labou?r(?= ?(?:$|now))|water broke|' +
        '(?:douleurs?|mal|oppression|pression|serrement)(?: \\w+){0,3} (?:poitrine|thorax)|douleurs? thoraciques?|crise cardiaque|infarctus|' +
        '(?:fait|fais|faire) un avc|accident vasculaire|levres bleues|signes? d(?:un|e l) ?avc|(?:peux|peut|arrive|narrive)(?: pas| plus)(?: a)? respirer|ne respire (?:plus|pas)|ne se reveille (?:plus|pas)|' +
        '(?:mal|peine|difficulte|difficultes) a respirer|mal respirer|surdose|(?:pris|avale) trop de (?:\\w+ )?(?:medicaments?|pilules?|comprimes?|cachets?)|(?:avale) (?:une |de l |un )?(?:piles?|javel|poison|aimants?)|seffondre|s est effondree?|empoisonn\\w+|inconsciente?|perdu connaissance|(?:s )?etouff\\w+|setouff\\w+|' +
        'saigne (?:beaucoup|abondamment)|hemorragie|reaction allergique (?:grave|severe)|anaphyla\\w+|en train de mourir|urgence (?:medicale|vitale)',
    ),
  ],
];

function wholeWords(source: string): RegExp {
  return new RegExp(`(?:^| )(?:${source})(?= |$)`);
}

/** Returns what to call before anything else; undefined if a line of plain words names no emergency. */
export function emergencyIn(line: string): Emergency | undefined {
  return WORDS.find(([, words]) => words.test(line))?.[0];
}
