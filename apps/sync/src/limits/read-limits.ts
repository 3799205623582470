/** What reading one file may take, so that no file takes the machine. */
export interface ReadLimits {
  /** Resident memory of the process that reads an upload, in bytes. */
  readonly memory: number;
  /** How long the process that reads an upload may work, in milliseconds. */
  readonly time: number;
  /** What a compressed file may unpack to, in bytes. */
  readonly unpacked: number;
  /** The same as a multiple of its size. */
  readonly ratio: number;
}

const MEGABYTE = 1_000_000;
const MINUTE_MS = 60_000;

/** The variables of the environment, as in docs/operate/configuration.md. */
const VARIABLES = {
  memory: { name: 'IMPORT_MEMORY_MB', fallback: 512, least: 128, most: 100_000, unit: MEGABYTE },
  time: { name: 'IMPORT_MINUTES', fallback: 10, least: 1, most: 1440, unit: MINUTE_MS },
  unpacked: { name: 'IMPORT_UNPACKED_MB', fallback: 500, least: 1, most: 100_000, unit: MEGABYTE },
  ratio: { name: 'IMPORT_UNPACKED_RATIO', fallback: 100, least: 1, most: 100_000, unit: 1 },
} as const satisfies Record<keyof ReadLimits, object>;

/**
 * Reads the limits from the environment.
 * @throws Error one sentence that names the variable
 */
export function readLimits(env: Readonly<Partial<Record<string, string>>>): ReadLimits {
  const limit = (key: keyof ReadLimits): number => {
    const { name, fallback, least, most, unit } = VARIABLES[key];
    const value = env[name] || String(fallback);
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number * unit;
    throw new Error(`${name} must be a whole number from ${least} to ${most}, but is "${value}".`);
  };
  return { memory: limit('memory'), time: limit('time'), unpacked: limit('unpacked'), ratio: limit('ratio') };
}

export const DEFAULT_LIMITS = readLimits({});

/** The limit that an import exceeded. */
export interface Excess {
  readonly limit: 'memory' | 'time';
  /** The last step of its progress; empty before the first. */
  readonly step: string;
}

/** Returns why an import was stopped, and the ways on. Time passes in the database too, where another file is no way on. */
export function excessText(limits: ReadLimits, { limit, step }: Excess): string {
  const most = limitText(limits, limit);
  return limit === 'memory'
    ? `Reading the file takes more than ${most}, so it was stopped: save a spreadsheet as CSV, split the file, ` +
        'or import it by command, with `npm run sync`.'
    : `The import takes more than ${most}, so it was stopped${step && ` in the step "${step}"`}: ` +
        'import the file by command, with `npm run sync`, or raise the limit.';
}

/** Returns a limit as messages show it, with its variable. */
export function limitText(limits: ReadLimits, key: keyof ReadLimits): string {
  const { name, unit } = VARIABLES[key];
  const amount = limits[key] / unit;
  const texts = {
    memory: `${amount} MB of memory`,
    time: amount === 1 ? '1 minute' : `${amount} minutes`,
    unpacked: `${amount} MB`,
    ratio: `${amount} times its size`,
  };
  return `${texts[key]} (${name})`;
}
