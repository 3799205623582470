import { displayName } from '@care-atlas/domain/vocabulary/display-name';

export const names = {
  specialty: (name: string): string => displayName('specialty', name, 'fr'),
  language: (name: string): string => displayName('language', name, 'fr'),
};
