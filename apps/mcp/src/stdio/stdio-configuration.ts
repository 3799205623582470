import { isWellFormedKey } from '@care-atlas/domain/access';
import { VARIABLES } from '@care-atlas/server/configuration/variables';
import type { ConnectorMessage } from '../texts/en/messages.js';
import { sentence } from '../texts/sentence.js';
import { type Language, LANGUAGES, TEXTS } from '../texts/texts.js';

/** The published key that anyone may use. */
export const SANDBOX_KEY = VARIABLES.SANDBOX_KEY.fallback;
/** Where `npm start` serves the public interface. */
export const DEFAULT_URL = 'http://localhost:3000';
const API_PATH = '/api/v1';

/** The configuration from a desktop host. */
export interface StdioConfiguration {
  /** Address of the public interface, with its path. */
  readonly apiUrl: string;
  /** Undefined when the configured value is not a Care Atlas key. Such a value is sent nowhere. */
  readonly key: string | undefined;
  /** The language of texts for people. */
  readonly language: Language;
  /** Lines for the person who set up the host. */
  readonly notices: readonly string[];
}

/** The variables that say the language of a system, the first of which counts. */
const SYSTEM_LANGUAGES = ['LC_ALL', 'LC_MESSAGES', 'LANG'];

/**
 * Reads the environment that a desktop host passes: CARE_ATLAS_URL, CARE_ATLAS_KEY and CARE_ATLAS_LANGUAGE.
 * @throws Error with a sentence for people when the address is not valid
 */
export function readStdioConfiguration(
  env: Readonly<Record<string, string | undefined>>,
): StdioConfiguration {
  const apiUrl = apiUrlOf(configured(env['CARE_ATLAS_URL']) ?? DEFAULT_URL);
  const chosen = configured(env['CARE_ATLAS_LANGUAGE']);
  const system = SYSTEM_LANGUAGES.map((name) => env[name]).find((value) => value);
  const language = languageNamed(chosen ?? system);
  const notices = [
    `Using ${apiUrl}.`,
    ...(chosen !== undefined && language === undefined ? [UNKNOWN_LANGUAGE] : []),
  ];
  const read = { apiUrl, language: language ?? 'en' };
  const key = configured(env['CARE_ATLAS_KEY']) ?? SANDBOX_KEY;
  if (key === SANDBOX_KEY) return { ...read, key, notices: [...notices, SANDBOX_NOTICE] };
  if (isWellFormedKey(key)) return { ...read, key, notices };
  return { ...read, key: undefined, notices: [...notices, sentence(NO_KEY, TEXTS.en)] };
}

/** Returns the language of a locale, such as `fr-CA` or `fr_CA.UTF-8`; undefined if there are no texts in it. */
function languageNamed(locale = ''): Language | undefined {
  const [code] = locale.toLowerCase().split(/[-_.]/);
  return LANGUAGES.find((language) => language === code);
}

const UNKNOWN_LANGUAGE = `CARE_ATLAS_LANGUAGE must be one of ${LANGUAGES.join(', ')}: using English.`;

const SANDBOX_NOTICE =
  'Using the published sandbox key: 30 requests a minute, shared by address. Set CARE_ATLAS_KEY for more.';

/** Says that a CARE_ATLAS_KEY cannot be a key. Does not repeat the value, which may be another secret. */
export const NO_KEY: ConnectorMessage = { code: 'malformed_key' };

/** Says that a CARE_ATLAS_URL has no scheme, or is the address of the connector. */
export const WRONG_ADDRESS: ConnectorMessage = { code: 'wrong_address', params: { example: DEFAULT_URL } };

/** Returns a value unless it is empty or a placeholder that the host did not replace. */
function configured(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || /^\$\{.*\}$/.test(text) ? undefined : text;
}

function apiUrlOf(text: string): string {
  const url = URL.parse(text);
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  if (url === null || !/^https?:$/.test(url.protocol) || path.endsWith('/mcp'))
    throw new Error(sentence(WRONG_ADDRESS, TEXTS.en));
  return url.origin + (path.endsWith(API_PATH) ? path : path + API_PATH);
}
