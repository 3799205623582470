import { execFile } from 'node:child_process';

const MOST_BYTES = 64 * 1024 * 1024;
/** Where there is no network, that is soon known. */
const IMPATIENT = ['--fetch-retries=0', '--fetch-timeout=15000'];
/** What must not be shipped; what is less is told. */
const GRAVE = new Set(['high', 'critical']);

/** What is known against what is shipped. */
export interface Advisories {
  /** Why nobody could be asked. */
  readonly notAsked?: string;
  readonly grave: readonly string[];
  readonly others: readonly string[];
}

interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerable>>;
  readonly message?: string;
}

interface Vulnerable {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  /** Advisories, or the names of packages through which it is affected. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/**
 * Asks the registry for what is known against the packages that are shipped: by npm, whose word it is which of them a
 * range means. Not every registry can be asked.
 * @param folder of the package.json and its lockfile
 * @param options further ones for npm
 */
export async function advisoriesOn(folder: string, options: readonly string[] = []): Promise<Advisories> {
  const words = ['audit', '--omit=dev', '--json', '--package-lock-only', ...IMPATIENT, ...options];
  // npm ends with 1 both where it found something and where it could not ask.
  const output = await new Promise<string>((resolve) => {
    execFile('npm', words, { cwd: folder, maxBuffer: MOST_BYTES }, (_error, stdout) => resolve(stdout));
  });
  const { vulnerabilities, message = 'npm said nothing' } = reportOf(output);
  if (!vulnerabilities) return { notAsked: message, grave: [], others: [] };
  const told = Object.values(vulnerabilities).map((one) => ({
    grave: GRAVE.has(one.severity),
    line: lineOf(one),
  }));
  return {
    grave: told.filter(({ grave }) => grave).map(({ line }) => line),
    others: told.filter(({ grave }) => !grave).map(({ line }) => line),
  };
}

function reportOf(output: string): AuditReport {
  try {
    return JSON.parse(output) as AuditReport;
  } catch {
    return {};
  }
}

function lineOf({ name, severity, range, via }: Vulnerable): string {
  const reasons = via.map((reason) =>
    typeof reason === 'string' ? `by ${reason}` : `${reason.title} (${reason.url})`,
  );
  return `${name} ${range}, ${severity}: ${reasons.join('; ')}.`;
}
