import { isWellFormedKey } from '@care-atlas/domain/access';
import { VARIABLES } from '@care-atlas/server/configuration/configuration';

/** The published key that anyone may use. */
export const SANDBOX_KEY = VARIABLES.SANDBOX_KEY.fallback;
/** Where `npm start` serves the public interface. */
export const DEFAULT_URL = 'http://localhost:3000';
const API_PATH = '/api/v1';

/** What a desktop host tells the connector. */
export interface StdioConfiguration {
  /** Address of the public interface, with its path. */
  readonly apiUrl: string;
  /** Undefined when what was given is no key of Care Atlas: it is not sent anywhere. */
  readonly key: string | undefined;
  /** What the person who set it up should know, a line each. */
  readonly notices: readonly string[];
}

/**
 * Reads what a desktop host passes in the environment: CARE_ATLAS_URL and CARE_ATLAS_KEY.
 * @throws Error with a sentence for a person when the address is none
 */
export function readStdioConfiguration(
  env: Readonly<Record<string, string | undefined>>,
): StdioConfiguration {
  const apiUrl = apiUrlOf(given(env['CARE_ATLAS_URL']) ?? DEFAULT_URL);
  const asked = given(env['CARE_ATLAS_KEY']);
  if (asked === undefined || asked === SANDBOX_KEY) {
    const notice =
      'Using the published sandbox key: 30 requests a minute, shared by address. Set CARE_ATLAS_KEY for more.';
    return { apiUrl, key: SANDBOX_KEY, notices: [`Asking ${apiUrl}.`, notice] };
  }
  if (isWellFormedKey(asked)) return { apiUrl, key: asked, notices: [`Asking ${apiUrl}.`] };
  return { apiUrl, key: undefined, notices: [`Asking ${apiUrl}.`, NO_KEY] };
}

/** What is said when CARE_ATLAS_KEY holds something that cannot be a key; it may be a secret of something else. */
export const NO_KEY =
  'CARE_ATLAS_KEY holds no key of Care Atlas: copy it again, whole (care_…), or leave it empty for the sandbox.';

/** A value, unless it is empty or a placeholder that the host did not fill in. */
function given(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || /^\$\{.*\}$/.test(text) ? undefined : text;
}

function apiUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      'CARE_ATLAS_URL must be the http or https address of Care Atlas, e.g. http://localhost:3000.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API_PATH) ? path : path + API_PATH);
}
