import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sourceArguments } from '../../tools/test/stage/programs/services.js';
import { describeWithdrawal, type Place } from '../../tools/test/withdrawal.js';

async function bucket(): Promise<Place> {
  const server = spawn(process.execPath, sourceArguments('lab/exports/serve-bucket.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(server, 'message')) as [string];
  return {
    env: { EXPORT_BUCKET_URL: url, EXPORT_BUCKET_KEY_ID: 'S3RVER', EXPORT_BUCKET_SECRET: 'S3RVER' },
    remove: async () => {
      const ended = once(server, 'exit');
      server.disconnect();
      await ended;
    },
  };
}

describeWithdrawal('a bucket', bucket);
