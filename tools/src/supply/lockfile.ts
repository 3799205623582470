/** An entry of package-lock.json, as far as it is looked at here. */
export interface LockedPackage {
  /** Where it differs from the name by which it is imported. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  /** Whether it is a link to a folder of ours. */
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

/** A package of somebody else's, by its path. */
export type ForeignPackage = readonly [path: string, entry: LockedPackage];

/** The packages that come from elsewhere: what is not a folder of the project. */
export function foreignPackages({ packages }: Lockfile): ForeignPackage[] {
  return Object.entries(packages).filter(([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link);
}

/** What a package is called where it was published. */
export function packageName([path, { name }]: ForeignPackage): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * What is wrong with a lockfile: a package whose content is not pinned by a strong digest, or that comes from anywhere
 * but a registry, or whose install script nobody has decided about.
 * @param decided packages whose install scripts were looked at (`allowScripts` in package.json)
 */
export function lockfileFaults(lockfile: Lockfile, decided: ReadonlySet<string>): string[] {
  const faults = lockfile.lockfileVersion === 3 ? [] : ['The lockfile must be of version 3.'];
  for (const foreign of foreignPackages(lockfile)) {
    const [path, { version, resolved, integrity, hasInstallScript }] = foreign;
    if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) faults.push(`${path} has no SHA-512 digest.`);
    if (!/^\d+\.\d+\.\d+/.test(version ?? '')) faults.push(`${path} has no version of a registry.`);
    // Ours names no addresses: a package comes from whatever registry npm is told, and its digest says that it is right.
    if (resolved !== undefined) faults.push(`${path} comes from an address of its own.`);
    if (hasInstallScript && !decided.has(packageName(foreign)))
      faults.push(`${path} has an install script: decide about it under "allowScripts" in package.json.`);
  }
  return faults;
}
