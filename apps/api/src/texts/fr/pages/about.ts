import { html } from '@care-atlas/server/pages';
import type { AboutTexts } from '../../en/pages/about.js';

export const about: AboutTexts = {
  pages: {
    'about-this-data': [
      'À propos de ces données',
      'Les sources du répertoire, l’âge de ses faits et le sens de chaque mot.',
    ],
    corrections: [
      'Corrections',
      'Comment un médecin ou une clinique fait corriger une fiche ou examiner un avis.',
    ],
    privacy: ['Confidentialité', 'Ce que ce service conserve des visiteurs et ce qu’il montre des médecins.'],
    accessibility: ['Accessibilité', 'Ce qui fonctionne pour qui sur ces pages, et comment on le vérifie.'],
    contact: ['Nous joindre', 'Comment joindre l’exploitant de ce service.'],
  },
  contact: (link) => html`Écrivez à l’exploitant de ce service : ${link}.`,
  questions: 'Questions',
  tellUs: 'Écrivez-nous',
  aboutPage: (page) => html`Indiquez cette page : ${page}.`,
  noContact:
    'L’exploitant de ce service n’a publié aucune adresse. La clinique connaît elle-même ses renseignements : téléphonez-lui.',
  days: (days) => `${days} ${days < 2 ? 'jour' : 'jours'}`,
  noEnd: 'jusqu’à son retrait',
  synchronized: (time) => `Dernière synchronisation : ${time}`,
  columns: {
    given: 'Ce qu’elle donne',
    source: 'Éditeur',
    license: 'Licence',
    retrieved: 'Extrait le plus récent',
    method: 'Mode d’observation',
    holds: 'Durée de validité',
  },
  given: {
    crossings: 'Intersections de rues',
    places: 'Lieux, municipalités et stations de métro',
    register: 'Médecins et leur inscription',
    clinics: 'Cliniques',
    specialists: 'Services de spécialistes',
    availability: 'Accueil de nouveaux patients',
    sample: 'Médecins, cliniques et avis inventés',
    corrections: 'Corrections de l’exploitant',
    reviews: 'Avis',
  },
  notices: 'Mentions que les licences exigent',
  sources: 'Sources du répertoire',
  holds: 'Nombre de jours pendant lesquels un fait vaut',
  noLicense: 'non indiquée',
  methods: {
    register: 'Selon le registre',
    clinic_attested: 'Selon la clinique',
    phone_call: 'Demandé par téléphone',
    web: 'Selon le site Web de la clinique',
    open_data: 'Selon des données ouvertes',
    patient_report: 'Signalé par un patient',
    correction: 'Corrigé par l’exploitant',
  },
};
