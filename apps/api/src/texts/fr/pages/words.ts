import type { words as english } from '../../en/pages/words.js';

export const words: typeof english = {
  title: 'Comment une question est comprise',
  lead: 'Pour les développeurs : chaque partie d’une question en mots simples, avec son verdict, comme GET /questions les donne.',
  submit: 'Lire',
  columns: ['Mots', 'Verdict', 'Sens'],
  misspelled: 'lu comme une faute de frappe',
  stops: 'empêche la liste',
  emergency: 'urgence',
  answers: {
    list: 'Une liste y répond',
    stopped: 'Aucune liste n’y répond',
    'nothing-named': 'Rien à chercher n’y est nommé',
    emergency: 'Appelez d’abord',
  },
  verdicts: {
    understood: 'compris',
    ambiguous: 'ambigu',
    outside: 'hors du répertoire',
    unknown: 'inconnu',
  },
};
