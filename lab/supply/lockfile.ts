/** The checked part of an entry of package-lock.json. */
export interface LockedPackage {
  /** Set if it differs from the name in the path. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  /** Whether it is a link to a folder of the workspace. */
  readonly link?: true;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly hasInstallScript?: true;
  readonly license?: string;
}

export interface Lockfile {
  readonly lockfileVersion: number;
  /** By path from the project's root, which itself is ''. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A third-party package, by its path. */
export type ForeignPackage = readonly [path: string, entry: LockedPackage];

/** Returns the third-party packages. */
export function foreignPackages({ packages }: Lockfile): ForeignPackage[] {
  return Object.entries(packages).filter(([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link);
}

/** Returns the name under which a package is published. */
export function packageName([path, { name }]: ForeignPackage): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Returns the faults of a lockfile: a package without a SHA-512 digest, from another place than a registry, or with an
 * install script that was not reviewed.
 * @param reviewed packages whose install scripts were reviewed (`allowScripts` in package.json)
 */
export function lockfileFaults(lockfile: Lockfile, reviewed: ReadonlySet<string>): string[] {
  const faults = lockfile.lockfileVersion === 3 ? [] : ['The lockfile must be of version 3.'];
  for (const foreign of foreignPackages(lockfile)) {
    const [path, { version, resolved, integrity, hasInstallScript }] = foreign;
    if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) faults.push(`${path} has no SHA-512 digest.`);
    if (!/^\d+\.\d+\.\d+/.test(version ?? '')) faults.push(`${path} has no registry version.`);
    // The lockfile names no URLs: packages come from the configured registry, and the digest proves them right.
    if (resolved !== undefined) faults.push(`${path} comes from a URL.`);
    if (hasInstallScript && !reviewed.has(packageName(foreign)))
      faults.push(
        `${path} has an install script: review it and list it under "allowScripts" in package.json.`,
      );
  }
  return faults;
}
