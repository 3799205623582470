import { isWellFormedKey } from '@care-atlas/domain/access';
import { VARIABLES } from '@care-atlas/server/configuration';

/** What secrets look like that this project has to do with, and that may end up where everybody reads. */
const SECRETS: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly really?: (text: string) => boolean;
}[] = [
  { what: 'an API key', pattern: /\bcare_(?:live|gateway|admin)_[0-9A-Za-z]{38}\b/g, really: isKey },
  { what: 'a key of Stripe', pattern: /\b[rs]k_live_[0-9A-Za-z]{24,}/g },
  { what: 'a signing secret of Stripe', pattern: /\bwhsec_[0-9A-Za-z]{32,}/g },
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{32,}/g },
  { what: 'a key of AWS', pattern: /\bAKIA[0-9A-Z]{16}\b/g },
  { what: 'a token of GitHub', pattern: /\b(?:gh[opsu]_[0-9A-Za-z]{36}|github_pat_\w{60,})/g },
  { what: 'a token of npm', pattern: /\bnpm_[0-9A-Za-z]{36}\b/g },
];
const SHOWN = 12;
/** Random part and checksum of the sandbox key, which is published: with another kind before it, it opens nothing. */
const PUBLISHED = VARIABLES.SANDBOX_KEY.fallback.slice(-38);

/** A look-alike in an example has a wrong checksum. */
function isKey(text: string): boolean {
  return isWellFormedKey(text) && !text.endsWith(PUBLISHED);
}

/** The secrets in a text, so that they can be found there but not used: what each is, and how it begins. */
export function secretsIn(text: string): string[] {
  return SECRETS.flatMap(({ what, pattern, really = () => true }) =>
    Array.from(text.matchAll(pattern), ([found]) => found)
      .filter(really)
      .map((found) => `${what} (${found.slice(0, SHOWN)}…)`),
  );
}
