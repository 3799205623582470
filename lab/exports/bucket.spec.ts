import { MANIFEST } from '../../libs/data/src/exports/export-store.js';
import type { Bucket } from '../../libs/data/src/exports/export-place.js';
import { S3ExportStore } from '../../libs/data/src/exports/s3-export-store.js';
import { ExportStoreError } from '../../libs/data/src/exports/s3-request.js';
import { describePublications } from '../../libs/data/test/publications.js';
import { bucketPlace } from './bucket-place.js';

describePublications('a bucket', bucketPlace);

it('says why a bucket cannot be used, and names no key', async () => {
  const place = await bucketPlace();
  const key = { region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' };
  const { origin } = new URL(place.url!);
  const opened = (bucket: Bucket) => new S3ExportStore(bucket).open('1-00000000', MANIFEST);
  await expect(opened({ ...key, url: place.url!, secret: 'guess' })).rejects.toEqual(
    new ExportStoreError('The store of exports refuses (403 SignatureDoesNotMatch).'),
  );
  await expect(opened({ ...key, url: 'http://127.0.0.1:2/exports' })).rejects.toEqual(
    new ExportStoreError('The store of exports does not answer (ECONNREFUSED).'),
  );
  await expect(new S3ExportStore({ ...key, url: `${origin}/none` }).list()).rejects.toEqual(
    new ExportStoreError('The store of exports has no such bucket: check EXPORT_BUCKET_URL.'),
  );
  await place.remove();
});
