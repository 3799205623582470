import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { CareAtlas } from '@care-atlas/client/client';
import { FULL_SIZES, SANDBOX_SIZES } from '@care-atlas/domain/access';
import { Connector } from '../connector/connector.js';
import { remoteReader, refusingReader } from './remote-directory-reader.js';
import { NO_KEY, readStdioConfiguration, type StdioConfiguration } from './stdio-configuration.js';

/** Standard output belongs to the protocol. */
function say(line: string): void {
  process.stderr.write(`Care Atlas: ${line}\n`);
}

function onFault(error: unknown, requestId: string): void {
  say(`${requestId} failed: ${error instanceof Error ? error.stack : String(error)}`);
}

function start({ apiUrl: url, key, notices }: StdioConfiguration): void {
  for (const notice of notices) say(notice);
  // A limit is told to the model with its seconds; waiting here would look like a server that hangs.
  const directory =
    key === undefined ? refusingReader(NO_KEY) : remoteReader(new CareAtlas({ url, key, longestWait: 0 }));
  const connector = new Connector({ directory, clock: () => new Date(), onFault });
  const sizes = key?.startsWith('care_sandbox_') ? SANDBOX_SIZES : FULL_SIZES;
  serveStdio(() => connector.serverFor({ sizes, requestId: randomUUID() }), {
    onerror: (error) => say(error.message),
  });
  // The host has gone. What is under way has nobody to be told to.
  process.stdin.once('end', () => process.exit());
}

try {
  start(readStdioConfiguration(process.env));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
