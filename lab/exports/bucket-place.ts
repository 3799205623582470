import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { S3mini } from 's3mini';
import { S3ExportStore } from '../../libs/data/src/exports/s3-export-store.js';
import type { TestPlace } from '../../libs/data/test/export-places.js';

/** The key that the server for tests knows. */
const KEY = { keyId: 'S3RVER', secret: 'S3RVER' };
/** A file of the tests has several parts. */
const PART_BYTES = 2_048;

/** A bucket of a server that speaks the protocol, and checks signatures. */
export async function bucketPlace(): Promise<TestPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'care-atlas-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'exports' }],
  });
  // It forgets the slash of a bucket's path when it checks the signature of a list.
  server.middleware.unshift((context, next) => {
    if (context.path.endsWith('/'))
      context.app = Object.create(server, { allowMismatchedSignatures: { value: true } }) as S3rver;
    return next();
  });
  const { port } = await server.run();
  const bucket = { url: `http://127.0.0.1:${port}/exports`, region: 'us-east-1', ...KEY };
  const client = new S3mini({ endpoint: bucket.url, accessKeyId: KEY.keyId, secretAccessKey: KEY.secret });
  return {
    folder,
    url: bucket.url,
    namesPerExport: 16,
    open: () => new S3ExportStore(bucket, PART_BYTES),
    stored: async () => ((await client.listObjects()) ?? []).map(({ Key }) => Key).toSorted(),
    remove: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
