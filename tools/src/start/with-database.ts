import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { configured, VARIABLES } from '@care-atlas/server/configuration';
import { commandEnvironment, readInstance } from './instance.js';
import { PROJECT } from '../project.js';

// node tools/dist/start/with-database.js FILE [ARGUMENT …]
// Runs a program of the project with DATABASE_URL: that of the environment, or that of the embedded database, which is
// started for as long as the program runs unless it runs already. The database is not started if the arguments ask for
// help or name a database. The other variables are those that the services of `npm start` in DATA_DIR have.
const [file = '', ...programArguments] = process.argv.slice(2);

try {
  const { DATABASE_URL, DATA_DIR } = configured(VARIABLES, process.env);
  const asksForHelp = programArguments.some((argument) => /^(-h|--help)/.test(argument));
  const named = databaseUrlIn(programArguments);
  const directory = resolve(PROJECT, DATA_DIR);
  const env = asksForHelp
    ? process.env
    : commandEnvironment(
        await readInstance(directory),
        process.env,
        named ?? DATABASE_URL,
        file.startsWith('apps/sync'),
      );
  const postgres =
    DATABASE_URL || asksForHelp || named !== undefined
      ? undefined
      : await startLocalPostgres({
          directory: join(directory, 'postgres'),
          onProgress: console.error,
        });
  const child = spawn(process.execPath, [resolve(PROJECT, file), ...programArguments], {
    // npm changes to the project's folder; file names are relative to the folder of the caller.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    env: { ...env, ...(postgres && { DATABASE_URL: postgres.url() }) },
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

/** Returns the database that a command line names; undefined if it names none. */
function databaseUrlIn(words: readonly string[]): string | undefined {
  const option = '--database-url';
  const index = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  if (index === -1) return undefined;
  return words[index] === option ? (words[index + 1] ?? '') : words[index]!.slice(option.length + 1);
}
