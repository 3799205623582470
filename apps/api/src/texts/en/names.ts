/** What people call specialties and languages. */
export const names = {
  specialty: (name: string): string => name,
  language: (name: string): string => name,
};
