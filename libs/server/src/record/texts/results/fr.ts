import { formatOf } from '../../../pages/format.js';
import type { ResultTexts } from './en.js';

export const results: ResultTexts = {
  format: formatOf('fr-CA'),
  acceptance: {
    newpt: 'Accepte de nouveaux patients',
    nopt: 'N’accepte pas de nouveaux patients',
    existptonly: 'N’accepte que ses propres patients',
    existptfam: 'N’accepte que ses propres patients et leurs familles',
    unknown: 'On ne sait pas si de nouveaux patients sont acceptés',
  },
  walkIn: {
    yes: 'Sans rendez-vous : reçoit sans inscription, et inscrit de nouveaux patients réguliers',
    no: 'Sans rendez-vous : reçoit sans inscription; n’inscrit pas de nouveaux patients réguliers',
    unknown:
      'Sans rendez-vous : reçoit sans inscription; on ne sait pas si de nouveaux patients réguliers sont inscrits',
  },
  states: {
    confirmed: '',
    aging: 'à vérifier bientôt',
    expired: 'périmé',
    conflicting: 'les sources se contredisent',
    never: '',
  },
  methods: {
    register: 'selon le registre',
    clinic_attested: 'selon la clinique',
    phone_call: 'demandé par téléphone',
    web: 'selon le site Web',
    open_data: 'selon des données ouvertes',
    patient_report: 'signalé par un patient',
    correction: 'corrigé par l’exploitant',
  },
  listedByClinic: 'selon la clinique',
  since: (date) => `affiché depuis le ${date}`,
  sinceUnknown: 'depuis une date inconnue',
  notIndependent: 'sans inscription pour l’exercice autonome',
  phoneUnknown: 'Téléphone inconnu',
  call: (phone) => `Appeler le ${phone}`,
};
