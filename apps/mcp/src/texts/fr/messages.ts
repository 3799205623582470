import type { Translation } from '@care-atlas/domain/messages';
import { FRENCH } from '@care-atlas/domain/messages/french';
import type { messages as english } from '../en/messages.js';

export const messages: Translation<typeof english> = {
  ...FRENCH,
  limit_reached: ({ seconds }) =>
    `La limite de demandes par minute est atteinte. Attendez ${seconds} secondes, puis redemandez.`,
  call_failed: ({ requestId }) =>
    `Une erreur s’est produite de notre côté. Si vous la signalez, citez la demande ${requestId}.`,
  changes_gone: ({ since }) =>
    `Les changements depuis ce moment ne sont pas conservés : ${since === undefined ? '' : `appelez whats_new avec since=${since}, ou `}refaites la recherche, et appelez whats_new sans since ni after pour un nouveau curseur.`,
  malformed_key:
    'CARE_ATLAS_KEY n’est pas une clé de Care Atlas : copiez de nouveau la clé complète (care_…), ou laissez vide pour l’essai.',
  invalid_key:
    'La clé de CARE_ATLAS_KEY n’est pas valide, ou ne l’est plus : donnez-en une autre à l’hôte de ce connecteur, ou aucune pour l’essai.',
  wrong_address: ({ example }) =>
    `CARE_ATLAS_URL doit être l’adresse http ou https de l’API de Care Atlas, et non celle de son connecteur, par exemple ${example}.`,
};
