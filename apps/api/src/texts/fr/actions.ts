import type { ActionTexts } from '../en/actions.js';

export const actions: ActionTexts = {
  copy: 'Copier',
  copied: 'Copié',
  sending: 'Envoi en cours…',
  status: 'Code {status}.',
  left: 'Demandes encore permises pour cette minute : {left}.',
  unreachable: 'Le service est inaccessible.',
};
