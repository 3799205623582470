// Selects the spec files that need nothing but Node: they import, directly or not, no server, no browser and no other process.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a quick test does not start: a database, a browser, a program or another process. */
const SLOW = [/^@care-atlas\/local-postgres\//, /^playwright-core$/, /^node:(child_process|cluster)$/];
/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`; types are not loaded. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Returns whether a module, or one that it imports, starts something slow. */
const isSlow = (path, seen) => {
  if (seen.has(path)) return false;
  seen.add(path);
  const require = createRequire(path);
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)].some((match) => {
    const name = match[1] ?? match[2] ?? match[3];
    if (SLOW.some((slow) => slow.test(name))) return true;
    const source = sourceOf(name, require);
    return source !== undefined && isSlow(source, seen);
  });
};

/** Returns the TypeScript file of a module of the project. */
function sourceOf(name, require) {
  const written = name.startsWith('.') ? name.replace(/\.js$/, '.ts') : name;
  if (!/^(\.|#|@care-atlas\/)/.test(written)) return undefined;
  const path = require.resolve(written);
  return path.endsWith('.ts') ? path : undefined;
}

const filter = (paths) => ({ filtered: paths.filter((path) => !isSlow(path, new Set())) });
// Jest loads it by require().
export { filter as 'module.exports' };
