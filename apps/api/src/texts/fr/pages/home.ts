import { afterDe } from '@care-atlas/domain/text';
import { html } from '@care-atlas/server/pages';
import type { HomeTexts } from '../../en/pages/home.js';
import { nameOf } from '../../name-of.js';
import { form } from '../form.js';
import { format } from '../format.js';
import { names } from '../names.js';
import { openings } from '../openings.js';

const { number, either } = format;
const time = new Intl.DateTimeFormat(format.locale, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});
const flag = (name: keyof typeof form.flags) => () => {
  const text = form.flags[name];
  return text[0]!.toLowerCase() + text.slice(1);
};

export const home: HomeTexts = {
  description:
    'Une API et un connecteur MCP pour les médecins et les cliniques de la région du grand Toronto : qui accepte des ' +
    'patients, parle une langue, est ouvert le soir ou près du métro, et à quel point ces données sont à jour.',
  sample: html`<span class="tag warn">Exemple</span> Toutes les données sont inventées.`,
  totals: {
    title: 'Le répertoire aujourd’hui',
    doctors: 'médecins',
    accepting: 'dans des cliniques qui acceptent des patients',
    clinics: 'cliniques',
    fresh: 'des médecins confirmés récemment',
    synchronized: (shown) => html`Dernière synchronisation : ${shown}.`,
    time: (value) => `${time.format(value)} (Toronto)`,
  },
  answer: 'La réponse',
  filters: 'Filtres',
  key: (key) =>
    html`Les demandes utilisent la clé d’essai publiée <code>${key}</code>, que tout le monde peut utiliser.`,
  ask: {
    question: 'Qui parle tamoul, accepte des patients et est près de la station Kennedy?',
    label: 'Posez une question (français ou anglais)',
    submit: 'Demander',
    examples: [
      'Médecin de famille près de Kipling qui parle tamoul, ouvert le samedi après 14 h',
      'Une femme pédiatre à Scarborough',
      'Dermatologue près de M5V 2T6',
      'Clinique sans rendez-vous ouverte le samedi',
    ],
    unused: (list) => html`Non utilisé : ${list}.`,
    unusedWords: (words, why) => html`<q>${words}</q> (${why})`,
    visit: (words, specialties) =>
      html`<q>${words}</q> (ce n’est pas une spécialité; on consulte pour cela en ${specialties})`,
    filters: {
      gender: (value) => nameOf(form.genders, value),
      specialties: (value) => either(value.split(',').map(names.specialty)),
      q: (value) => `nommé « ${value} »`,
      languages: (value) => `parle ${either(value.split(',').map(names.language))}`,
      clinicType: (value) => either(value.split(',').map((type) => nameOf(form.clinicTypes, type))),
      clinic: () => 'à cette clinique',
      near: (value) => `près ${afterDe(value)}`,
      within: (value) => `à moins de ${value} km`,
      area: (value) => `dans ${value}`,
      days: (value) => `ouvert : ${value}`,
      date: (value) => `ouvert le ${value}`,
      openAt: (value) => `ouvert à ${value}`,
      minYears: (value) => `au moins ${value} ans de pratique`,
      maxYears: (value) => `au plus ${value} ans de pratique`,
      acceptance: (value) => either(value.split(',').map((answer) => nameOf(openings.acceptance, answer))),
      ids: (value) => `au numéro d’inscription ${either(value.split(','))}`,
      lat: (value) => `à la latitude ${value}`,
      lng: (value) => `à la longitude ${value}`,
      independent: () => 'en exercice autonome',
      hasWebsite: () => 'avec un site Web',
      accepting: flag('accepting'),
      nearTTC: flag('nearTTC'),
      evening: flag('evening'),
      weekend: flag('weekend'),
      wheelchair: flag('wheelchair'),
      virtualVisits: flag('virtualVisits'),
    },
  },
  assistants: {
    title: 'Ajoutez-le à votre assistant',
    address: 'L’adresse du connecteur',
    about: (guide) =>
      html`Les versions web de Claude et de ChatGPT exigent une adresse https publique. Il n’y a rien à installer, et la clé est
        facultative : le <a href="${guide}" hreflang="en">guide</a>, en anglais, couvre chaque assistant.`,
    claude:
      'Paramètres, Connecteurs, « Ajouter un connecteur personnalisé » : collez l’adresse. Claude ouvre la page de connexion, où la ' +
      'clé d’essai gratuite suffit.',
    chatGpt:
      'En mode développeur : Paramètres, Connecteurs, « Créer » : collez l’adresse et choisissez « OAuth ».',
    addTo: (name) => `Ajouter à ${name}`,
    cursor: 'Puis « Connect » pour vous connecter.',
    vsCode: 'La connexion se fait à la première question.',
  },
  conversation: {
    title: 'Ce que cela donne',
    you: 'Vous',
    question: (language, place) =>
      `Qui parle ${language}, accepte des patients et est proche de la ${place}?`,
    call: 'Votre assistant interroge Care Atlas',
    assistant: 'Votre assistant',
    answer: (total, nearest) =>
      `${number(total)} ${total < 2 ? 'médecin correspond' : 'médecins correspondent'}. ${nearest} Téléphonez à la clinique avant ` +
      'd’y aller : l’acceptation de patients est donnée à titre indicatif.',
    doctor: ({ name, specialty, clinic, away, languages }) =>
      `Le choix le plus proche : ${name}${specialty && ` (${specialty})`}, ${clinic}${away && `, à ${away}`}; langues parlées : ${languages.join(', ')}.`,
  },
};
