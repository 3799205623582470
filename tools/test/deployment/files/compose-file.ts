import { yamlOf } from './project-file.js';

export const COMPOSE_FILE = 'docker/compose.yaml';

/** A service of Compose, with the fields that the tests read. */
export interface ComposeService {
  readonly image: string;
  readonly build?: object;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart: string;
  readonly mem_limit?: string;
  readonly tmpfs?: readonly string[];
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly command?: string | readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function composeFile(file = COMPOSE_FILE): ComposeFile {
  return yamlOf(file) as ComposeFile;
}

/**
 * Returns a text with its variables filled in, by the rules of the Compose specification.
 * @throws Error for a variable that must be set, and for a form that this does not know
 */
export function filled(text: string, env: Environment): string {
  return text.replaceAll(
    /\$(?:(\$)|\{(\w+)(?:(:?)([-?+])([^{}]*))?\}|)/g,
    (_, dollar, name, colon, form, word = '') => {
      if (dollar !== undefined) return '$';
      if (name === undefined)
        throw new Error(`"${text}" has a variable in a form that this test does not know.`);
      const value = env[name as string];
      const isSet = value !== undefined && (colon !== ':' || value !== '');
      if (form === '+') return isSet ? String(word) : '';
      if (isSet || form === undefined) return value ?? '';
      if (form === '?') throw new Error(`${name} must be set: ${word}`);
      return String(word);
    },
  );
}

/** Returns the environment of a service's containers, with `docker/.env` filled in. */
export function environmentOf(
  { environment = {} }: ComposeService,
  env: Environment,
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, env)]));
}
