import type { RecordPageTexts } from '../../en/pages/record.js';

export const record: RecordPageTexts = {
  doctorDescription: (name, lead) =>
    `${name}, ${lead} : accueil de nouveaux patients, heures d’ouverture, téléphone, et qui le dit.`,
  expiredDescription: (name, expired) => `${name} : ${expired}.`,
  clinicDescription: (name, address) =>
    `${name}, ${address} : accueil de nouveaux patients, heures d’ouverture, téléphone, médecins, et qui le dit.`,
  sample: 'Exemple',
  sampleNote: 'Cette fiche est inventée.',
  asOf: (date, synchronized) => `Dernière synchronisation le ${synchronized}, en date du ${date}.`,
  confirm: 'La disponibilité est donnée à titre indicatif : téléphonez pour confirmer.',
  wrong: 'Une erreur?',
  others: {
    getDoctor: 'D’autres de cette spécialité à proximité, qui acceptent de nouveaux patients',
    getClinic: 'Des cliniques à proximité qui acceptent de nouveaux patients',
  },
  inApi: 'La même chose dans l’API',
};
