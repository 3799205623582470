import type { Freshness } from '#contract/directory';
import type { KeyState } from '#contract/keys';
import type { RunStatus } from '#contract/runs';
import type { RefusalStatus } from '#contract/usage';

/** Texts that several pages show. Each page has its own `strings.ts`. */
export const common = {
  product: 'Care Atlas',
  administration: 'Administration',
  skip: 'Skip to the content',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  done: 'Done',
  copied: 'Copied',
  showMore: 'Show more',
  retry: 'Try again',
  loading: 'Loading',
  never: 'Never',
  none: 'None',
  actions: 'Actions',
  required: 'This field is required.',

  pager: {
    found: (count: string) => `${count} found`,
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    page: (page: number) => `Page ${page}`,
  },

  missingPage: {
    title: 'Page not found',
    message: 'There is no page at this address.',
    home: 'Go to the overview',
  },

  shell: {
    navigation: 'Main',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    account: 'Your account',
    accountMenu: (name: string) => `Account of ${name}`,
    signOut: 'Sign out',
    colorScheme: 'Color scheme',
    colorSchemes: { auto: 'System', light: 'Light', dark: 'Dark' },
    offline: 'No connection',
    offlineLead: 'The data shown may be out of date. It is updated when the server can be reached again.',
  },

  errors: {
    load: 'This could not be loaded',
    connection: 'The server cannot be reached. Check your connection; this page retries automatically.',
    unexpected: 'Something went wrong. Try again; if the error persists, check the server log.',
    wait: (wait: string) => `Too many attempts. Try again ${wait}.`,
    request: (id: string) => `Request ${id}`,
    page: 'This page cannot be shown',
    pageReason: 'A newer version may have been installed.',
    reload: 'Reload the page',
  },

  newPassword: {
    label: 'New password',
    hint: '15 characters or more. A few unrelated words work best.',
    repeat: 'Repeat the new password',
    differs: 'The passwords do not match.',
    tooShort: 'At least 15 characters.',
  },

  passkeys: {
    canceled: 'The passkey was not used. Try again, or choose another way.',
    unsupported: 'This browser does not support passkeys here.',
    exists: 'This device already has a passkey for this account.',
  },

  freshness: { fresh: 'Fresh', stale: 'Stale', unknown: 'Unknown' } satisfies Record<Freshness, string>,
  freshnessMeaning: {
    fresh: (days: number) => `confirmed by the register in the last ${days} days`,
    stale: () => 'last confirmed earlier',
    unknown: () => 'never confirmed',
  },
  coverage: 'Coverage',
  coverageMeaning: 'share of doctors that the register has ever confirmed',

  refusals: {
    401: 'no valid key',
    403: 'not allowed',
    429: 'over the limit',
  } satisfies Record<RefusalStatus, string>,

  statuses: {
    active: 'Active',
    revoked: 'Revoked',
    running: 'Running',
    succeeded: 'Succeeded',
    failed: 'Failed',
  } satisfies Record<KeyState | RunStatus, string>,
} as const;
