import type { Freshness } from '../../../contract/directory.js';
import { ACCOUNT_TEXTS } from './account.js';
import { AUDIT_TEXTS } from './audit.js';
import { DIRECTORY_TEXTS } from './directory.js';
import { KEYS_TEXTS } from './keys.js';
import { OVERVIEW_TEXTS } from './overview.js';
import { RUNS_TEXTS } from './runs.js';
import { SIGN_IN_TEXTS } from './sign-in.js';
import { USAGE_TEXTS } from './usage.js';

/** Every text of the client, by where it stands. */
export const TEXTS = {
  product: 'Care Atlas',
  administration: 'Administration',
  skip: 'Skip to the content',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  more: 'Show more',
  again: 'Try again',
  loading: 'Loading',
  never: 'Never',
  none: 'None',

  pager: {
    found: (count: string) => `${count} found`,
    first: 'First page',
    previous: 'Page before',
    next: 'Next page',
    last: 'Last page',
    page: (page: number) => `Page ${page}`,
  },

  pages: {
    overview: 'Overview',
    keys: 'API keys',
    usage: 'Usage',
    directory: 'Directory',
    runs: 'Runs',
    run: 'Run',
    audit: 'Audit',
    account: 'Your account',
    signIn: 'Sign in',
    missing: 'Page not found',
  },
  missing: {
    message: 'There is no page at this address.',
    home: 'Go to the overview',
  },

  shell: {
    navigation: 'Main',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    signOut: 'Sign out',
    scheme: 'Colour scheme',
    schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
    accountMenu: (name: string) => `Account of ${name}`,
  },

  failure: {
    title: 'This could not be loaded',
    unreachable: 'The server cannot be reached. Check your connection; this page tries again by itself.',
    offlineTitle: 'No connection',
    offline: 'What you see may be out of date. It is brought up to date as soon as the server is reached.',
    unexpected: 'Something went wrong on the way. Try again; if it stays, look into the log of the server.',
    wait: (wait: string) => `Too many attempts. Try again ${wait}.`,
    request: (id: string) => `Request ${id}`,
    page: 'This page cannot be shown',
    pageReason: 'A newer version may have been installed. Load the page again.',
    reload: 'Load the page again',
  },

  signIn: SIGN_IN_TEXTS,
  passkeys: {
    stopped: 'No passkey was shown. Try again, or use another way.',
    unsupported: 'This browser has no passkeys here. Use another way.',
    exists: 'This device already holds a passkey for this account.',
  },

  freshness: {
    fresh: 'Fresh',
    stale: 'Stale',
    unknown: 'Unknown',
  } satisfies Record<Freshness, string>,
  freshnessMeaning: {
    fresh: (days: number) => `confirmed by the register in the last ${days} days`,
    stale: () => 'confirmed longer ago',
    unknown: () => 'never confirmed',
  },
  coverage: 'Coverage',
  coverageMeaning: 'share of doctors that the register has ever confirmed',

  overview: OVERVIEW_TEXTS,
  keys: KEYS_TEXTS,
  usage: USAGE_TEXTS,
  directory: DIRECTORY_TEXTS,
  runs: RUNS_TEXTS,
  audit: AUDIT_TEXTS,
  account: ACCOUNT_TEXTS,
} as const;
