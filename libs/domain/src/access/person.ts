/** What people may do in the dashboard. Each role may do everything that those before it may. */
export const ROLES = ['viewer', 'operator', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Returns whether a role may do what needs another one. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The names with which people sign in. */
export const PERSON_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
export const PERSON_NAME_RULE =
  'A name has 1 to 64 letters, digits and ._@-, and starts with a letter or digit';

/** What is said when nobody would be left who may manage people. */
export const LAST_ADMINISTRATOR =
  'Nobody else could manage people: make another person an administrator first.';
