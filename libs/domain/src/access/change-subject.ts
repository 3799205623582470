/** Kinds of data that open pages of the dashboard are notified about. */
export const CHANGE_SUBJECTS = ['runs', 'usage', 'keys', 'audit'] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];
