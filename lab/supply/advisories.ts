import { execFile } from 'node:child_process';

const MOST_BYTES = 64 * 1024 * 1024;
/** Fails fast without a network. */
const FAIL_FAST = ['--fetch-retries=0', '--fetch-timeout=15000'];
/** Severities that must not ship; others are only printed. */
const GRAVE = new Set(['high', 'critical']);

/** Known vulnerabilities of what ships. */
export interface Advisories {
  /** Why the registry could not be asked. */
  readonly failure?: string;
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
  /** Advisories, or names of packages that make it vulnerable. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/**
 * Asks the registry, through npm, for vulnerabilities of the packages that ship. Not every registry can be asked.
 * @param folder the folder of package.json and its lockfile
 * @param options more options for npm
 */
export async function advisoriesOn(folder: string, options: readonly string[] = []): Promise<Advisories> {
  const words = ['audit', '--omit=dev', '--json', '--package-lock-only', ...FAIL_FAST, ...options];
  // npm exits with 1 both for findings and for failures.
  const output = await new Promise<string>((resolve) => {
    execFile('npm', words, { cwd: folder, maxBuffer: MOST_BYTES }, (_error, stdout) => resolve(stdout));
  });
  const { vulnerabilities, message = 'npm printed nothing' } = reportOf(output);
  if (!vulnerabilities) return { failure: message, grave: [], others: [] };
  const { grave = [], others = [] } = Object.groupBy(Object.values(vulnerabilities), ({ severity }) =>
    GRAVE.has(severity) ? 'grave' : 'others',
  );
  return { grave: grave.map(lineOf), others: others.map(lineOf) };
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
