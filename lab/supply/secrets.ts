import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { isWellFormedKey } from '@care-atlas/domain/access';
import { VARIABLES } from '@care-atlas/server/configuration';

/** Secrets that Secretlint does not find, or not alone. */
const PATTERNS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a signing secret of Stripe', pattern: /\bwhsec_[0-9A-Za-z]{32,}/g },
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{32,}/g },
  { what: 'a key of AWS', pattern: /\bAKIA[0-9A-Z]{16}\b/g },
];
const API_KEY = /\bcare_(?:live|gateway|admin)_[0-9A-Za-z]{38}\b/g;
/** Random part and checksum of the published sandbox key, which examples also show as keys of other kinds. */
const PUBLISHED = VARIABLES.SANDBOX_KEY.fallback.slice(-38);

const CONFIGURATION = {
  rules: [
    {
      id: '@secretlint/secretlint-rule-preset-recommend',
      rule: creator,
      rules: [
        {
          id: '@secretlint/secretlint-rule-database-connection-string',
          // Invented passwords of tests.
          options: { allows: ['/:(?:hunter2|s3cret)@/'] },
        },
      ],
    },
  ],
};
const SHOWN = 12;

/** Returns the secrets in a text: the kind of each and its first characters, enough to find it there. */
export async function secretsIn(text: string): Promise<string[]> {
  const found: [what: string, secret: string][] = [];
  // An example has a wrong checksum.
  for (const [key] of text.matchAll(API_KEY))
    if (isWellFormedKey(key) && !key.endsWith(PUBLISHED)) found.push(['an API key', key]);
  for (const { what, pattern } of PATTERNS)
    for (const [secret] of text.matchAll(pattern)) found.push([what, secret]);
  const source = { content: text, filePath: 'text', ext: '', contentType: 'text' } as const;
  const { messages } = await lintSource({ source, options: { config: CONFIGURATION } });
  for (const { messageId, range } of messages) found.push([messageId, text.slice(...range)]);
  return found.map(([what, secret]) => `${what} (${secret.slice(0, SHOWN)}…)`);
}
