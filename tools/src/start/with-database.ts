import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { configured, VARIABLES } from '@care-atlas/server/configuration';
import { PROJECT } from '../project.js';

// node tools/dist/start/with-database.js FILE [ARGUMENT …]
// Runs a program of the project with DATABASE_URL: that of the environment, or that of the embedded database, which is
// started for as long as the program runs unless it runs already. The database is not started if the arguments ask for
// help or name a database.
const [file = '', ...programArguments] = process.argv.slice(2);

try {
  const { DATABASE_URL, DATA_DIR } = configured(VARIABLES, process.env);
  const needless = programArguments.some((argument) => /^(-h|--help|--database-url)/.test(argument));
  const postgres =
    DATABASE_URL || needless
      ? undefined
      : await startLocalPostgres({
          directory: resolve(PROJECT, DATA_DIR, 'postgres'),
          onProgress: console.error,
        });
  const child = spawn(process.execPath, [resolve(PROJECT, file), ...programArguments], {
    // npm changes to the project's folder; file names are relative to the folder of the caller.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    env: { ...process.env, ...(postgres && { DATABASE_URL: postgres.url() }) },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the program too: it ends by itself, and the database after it.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  await postgres?.stop();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
