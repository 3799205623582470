/** The texts of what scripts do on any page. Pages hold them for the scripts, which know no language. */
export const actions = {
  copy: 'Copy',
  copied: 'Copied',
  sending: 'Sending …',
  status: 'Status {status}.',
  left: '{left} requests are left in this minute.',
  unreachable: 'The service cannot be reached.',
};

export type ActionTexts = typeof actions;
