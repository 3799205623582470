import type { words as english } from '../../en/pages/words.js';

export const words: typeof english = {
  title: 'Comment une question est comprise',
  lead: 'Pour les développeurs : chaque partie d’une question en mots simples, avec son verdict, comme GET /questions les donne.',
  submit: 'Lire',
  columns: ['Mots', 'Verdict', 'Sens'],
  misspelled: 'lu comme une faute de frappe',
  stops: 'empêche la liste',
  verdicts: {
    understood: 'compris',
    ambiguous: 'ambigu',
    outside: 'hors du répertoire',
    unknown: 'inconnu',
  },
};
