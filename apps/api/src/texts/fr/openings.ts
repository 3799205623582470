import type { OpeningsTexts } from '../en/openings.js';

export const openings: OpeningsTexts = {
  title: (filters) =>
    filters === ''
      ? 'Care Atlas : nouveautés de la liste'
      : `Care Atlas : nouveautés de la liste (${filters})`,
  entered: (name) => `${name} entre dans la liste`,
  acceptance: {
    yes: 'accepte de nouveaux patients',
    no: 'n’accepte pas de nouveaux patients',
    unknown: 'on ne sait pas si de nouveaux patients sont acceptés',
  },
  walkIn: {
    yes: 'sans rendez-vous : reçoit sans inscription, et inscrit de nouveaux patients réguliers',
    no: 'sans rendez-vous : reçoit sans inscription; n’inscrit pas de nouveaux patients réguliers',
    unknown:
      'sans rendez-vous : reçoit sans inscription; on ne sait pas si de nouveaux patients réguliers sont inscrits',
  },
  asOf: (date) => `au ${date} : téléphonez à la clinique pour confirmer`,
};
