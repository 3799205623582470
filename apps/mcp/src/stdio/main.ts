import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { CareAtlas } from '@care-atlas/client/client';
import { FULL_SIZES, SANDBOX_SIZES } from '@care-atlas/domain/access';
import { Connector } from '../connector/connector.js';
import { ConnectorError } from '../directory/directory-reader.js';
import { PREFERS_CODES, refusingReader, remoteReader } from './remote-directory-reader.js';
import { NO_KEY, readStdioConfiguration } from './stdio-configuration.js';

/** Logs to standard error: standard output belongs to the protocol. */
function log(line: string): void {
  process.stderr.write(`Care Atlas: ${line}\n`);
}

function onError(error: unknown, requestId: string): void {
  log(`${requestId} failed: ${error instanceof Error ? error.stack : String(error)}`);
}

try {
  const { apiUrl: url, key, language, notices } = readStdioConfiguration(process.env);
  notices.forEach(log);
  // No waiting at the rate limit: the model gets the seconds to wait, while a silent wait looks like a hung server.
  const directory =
    key === undefined
      ? refusingReader(new ConnectorError('unauthorized', NO_KEY))
      : remoteReader(new CareAtlas({ url, key, longestWait: 0, headers: PREFERS_CODES }));
  const connector = new Connector({
    directory,
    clock: () => new Date(),
    onError,
    portalUrl: url.replace(/\/api\/v1$/, ''),
  });
  const sizes = key?.startsWith('care_sandbox_') ? SANDBOX_SIZES : FULL_SIZES;
  serveStdio(() => connector.serverFor({ sizes, language, requestId: randomUUID() }), {
    onerror: (error) => log(error.message),
  });
  // The host has exited, so nothing can receive the answers to requests in progress.
  process.stdin.once('end', () => process.exit());
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
