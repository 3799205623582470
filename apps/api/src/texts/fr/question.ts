import { MAX_QUESTION_LENGTH } from '@care-atlas/domain/contract';
import { type Said, write } from '@care-atlas/domain/messages';
import { FRENCH } from '@care-atlas/domain/messages/french';
import { afterDe } from '@care-atlas/domain/text';
import { html } from '@care-atlas/server/pages';
import type { QuestionTexts } from '../en/question.js';
import { format } from './format.js';
import { names } from './names.js';

const { number } = format;
const date = new Intl.DateTimeFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' });

export const question: QuestionTexts = {
  verdicts: {
    ambiguous: 'Lequel voulez-vous dire?',
    outside: 'Hors de ce répertoire',
    unknown: 'Question non comprise',
    'nothing-named': 'Que cherchez-vous?',
    emergency: 'Appelez d’abord',
  },
  again: 'Reposer la question',
  said: (said: Said) => (typeof said === 'string' ? said : write(FRENCH, said, names)),
  quoted: (sentence) => html`En anglais : ${sentence}`,
  ignored: (name) => `Cette page n’a pas de filtre « ${name} » : il n’a pas été utilisé.`,
  ignoredMore: (count) =>
    count === 1
      ? 'Un autre paramètre n’a pas été utilisé non plus.'
      : `${number(count)} autres paramètres n’ont pas été utilisés non plus.`,
  meant: (filter) => html`Vouliez-vous dire ${filter}?`,
  chips: {
    title: 'Filtres',
    edit: 'Modifier ce filtre',
    remove: (filter) => `Retirer : ${filter}`,
  },
  repairs: 'Avec moins de filtres :',
  stopped: 'Il n’y a pas de liste : sans ces mots, elle répondrait à une autre question.',
  languages: 'Les questions sont lues en français et en anglais.',
  understood: 'Compris :',
  offers: 'Ce qui peut trouver une réponse :',
  without: (list) => html`sans ${list}`,
  doctors: (total) => `${number(total)} ${total < 2 ? 'médecin' : 'médecins'}`,
  nothingNamed:
    'Dites ce que vous cherchez : une spécialité, une langue, un lieu, un jour ou une heure, ou ce que le médecin doit ' +
    'offrir. Le répertoire n’évalue pas les médecins.',
  alike: (name) => `dont le nom ressemble à « ${name} »`,
  date: (value) => date.format(new Date(value)),
  holidays: {
    "New Year's Day": 'le jour de l’An',
    'Family Day': 'le jour de la Famille',
    'Good Friday': 'le Vendredi saint',
    'Victoria Day': 'la fête de la Reine',
    'Canada Day': 'la fête du Canada',
    'Civic Holiday': 'le congé civique',
    'Labour Day': 'la fête du Travail',
    Thanksgiving: 'l’Action de grâce',
    'Christmas Day': 'le jour de Noël',
    'Boxing Day': 'le lendemain de Noël',
  },
  emergency: {
    '911': html`<strong>Appelez le <a href="tel:911">9-1-1</a> tout de suite si vous ou une personne près de vous êtes peut-être en
      danger.</strong> Ce répertoire ne peut pas aider dans une urgence.`,
    '988': html`<strong>Appelez ou textez le <a href="tel:988">9-8-8</a> tout de suite, la ligne d’aide en cas de crise de suicide. En
      danger, appelez le <a href="tel:911">9-1-1</a>.</strong> Les deux répondent jour et nuit, sans frais.`,
  },
  reasons: {
    unknown: () => 'mots non compris',
    negated: () => 'une liste ne peut pas exclure ce que vous nommez',
    contradicted: () => 'une autre partie de la question dit autre chose',
    'place-needed': () => 'la question ne nomme aucun lieu',
    here: () => 'nommez une station, un quartier ou un code postal',
    'not-listed': () => 'connu, mais absent de ce répertoire',
    'any-only': () => 'une liste trouve les médecins qui parlent l’une des langues, pas toutes à la fois',
    profession: ({ register = '' }) =>
      `ce répertoire ne contient que des médecins${register && `; le registre public est celui de : ${register}`}`,
    outside: ({ nearest, kilometers = 0 }) =>
      `hors de la région de ce répertoire${nearest === undefined ? '' : `, à ${number(kilometers)} km ${afterDe(nearest)}`}`,
    street: () => 'nommez le carrefour de deux rues, une station ou un code postal',
    ambiguous: () => 'il peut s’agir de plusieurs lieux ou cliniques',
    holiday: ({ holiday, date: on }) =>
      holiday === undefined
        ? 'les heures d’ouverture des jours fériés ne sont pas connues; téléphonez à la clinique'
        : `les heures d’ouverture pour ${holiday}, ${on ?? ''}, ne sont pas connues; téléphonez à la clinique`,
    span: () => 'une liste trouve qui est ouvert à un moment, pas d’une heure à une autre',
    'too-long': () =>
      `seuls les ${MAX_QUESTION_LENGTH} premiers caractères d’une question sont lus; posez une question plus courte`,
    'no-such-name': ({ alike }) =>
      `aucun médecin du répertoire ne porte ce nom${alike ? '; d’autres noms lui ressemblent' : ''}`,
    advice: () => 'ce répertoire ne conseille pas : Santé811 le fait, jour et nuit, au numéro 8-1-1',
    'whole-area': () =>
      'la liste couvre toute la région de ce répertoire, le Grand Toronto, et personne au-delà',
    'no-filter': () => 'ce n’est pas un filtre de liste',
  },
};
