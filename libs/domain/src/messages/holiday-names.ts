import type { NamedDay } from '../records/special-days.js';

/** The French names of holidays. */
export const FRENCH_HOLIDAYS: Readonly<Record<string, string>> = {
  "New Year's Day": 'jour de l’An',
  'Family Day': 'jour de la Famille',
  'Good Friday': 'Vendredi saint',
  'Easter Sunday': 'dimanche de Pâques',
  'Easter Monday': 'lundi de Pâques',
  'Victoria Day': 'fête de la Reine',
  'Canada Day': 'fête du Canada',
  'Civic Holiday': 'congé civique',
  'Labour Day': 'fête du Travail',
  Thanksgiving: 'Action de grâce',
  'Christmas Day': 'Noël',
  'Boxing Day': 'lendemain de Noël',
} satisfies Record<NamedDay, string>;
