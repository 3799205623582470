#!/usr/bin/env node
import { runCare } from './command.js';

// The reader of a pipe, such as `head`, may close it early: the command completes anyway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { env, stdout, stderr } = process;
process.exitCode = await runCare(process.argv.slice(2), {
  env,
  columns: stdout.isTTY ? stdout.columns : undefined,
  colors: stdout.isTTY && !env['NO_COLOR'],
  out: (text) => void stdout.write(text),
  note: (line) => void stderr.write(`${line}\n`),
});
