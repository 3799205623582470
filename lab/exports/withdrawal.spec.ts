import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { S3mini } from 's3mini';
import { sourceArguments } from '../../tools/test/stage/programs/services.js';
import { describeWithdrawal, type Place } from '../../tools/test/withdrawal.js';

async function bucket(): Promise<Place> {
  const server = spawn(process.execPath, sourceArguments('lab/exports/serve-bucket.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(server, 'message')) as [string];
  const client = new S3mini({ endpoint: url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' });
  return {
    stored: async () => {
      const objects = (await client.listObjects()) ?? [];
      const contents = objects.map(async ({ Key }) => {
        const content = Buffer.from((await client.getObjectArrayBuffer(Key))!);
        return [Key, content] as const;
      });
      return new Map(await Promise.all(contents));
    },
    env: { EXPORT_BUCKET_URL: url, EXPORT_BUCKET_KEY_ID: 'S3RVER', EXPORT_BUCKET_SECRET: 'S3RVER' },
    remove: async () => {
      const ended = once(server, 'exit');
      server.disconnect();
      await ended;
    },
  };
}

describeWithdrawal('a bucket', bucket);
