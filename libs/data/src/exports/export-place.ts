/** The variables of the environment that say where exports are. */
export type ExportVariables = Readonly<
  Partial<
    Record<
      | 'EXPORT_DIR'
      | 'EXPORT_BUCKET_URL'
      | 'EXPORT_BUCKET_REGION'
      | 'EXPORT_BUCKET_KEY_ID'
      | 'EXPORT_BUCKET_SECRET',
      string | undefined
    >
  >
>;

/** A bucket of a store with the protocol of Amazon S3, and the key for it. */
export interface Bucket {
  /** Its address: with the name of the bucket as the path, or as the first part of the host name. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Where exports are: in a folder, or in a bucket. */
export interface ExportPlace {
  /** Empty when there is none. */
  readonly folder: string;
  readonly bucket?: Bucket;
}

/**
 * Reads where exports are.
 * @throws Error one sentence that names the variable, and shows no value
 */
export function exportPlace(variables: ExportVariables): ExportPlace {
  const {
    EXPORT_DIR: folder = '',
    EXPORT_BUCKET_URL: url = '',
    EXPORT_BUCKET_REGION: region,
    EXPORT_BUCKET_KEY_ID: keyId = '',
    EXPORT_BUCKET_SECRET: secret = '',
  } = variables;
  if (url === '' && keyId === '' && secret === '') return { folder };
  if (url === '' || keyId === '' || secret === '')
    throw new Error('EXPORT_BUCKET_URL, EXPORT_BUCKET_KEY_ID and EXPORT_BUCKET_SECRET must be set together.');
  if (folder !== '') throw new Error('EXPORT_DIR must be empty where EXPORT_BUCKET_URL is set.');
  return { folder, bucket: { url: bucketUrl(url), region: region || 'us-east-1', keyId, secret } };
}

/** Returns the address of a bucket without a slash at its end. */
function bucketUrl(value: string): string {
  const { protocol, username, password, search, hash, pathname, hostname } = URL.canParse(value)
    ? new URL(value)
    : new URL('none:');
  const isPlain = /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
  // The bucket is one part of the path, or the first part of the host name.
  const hasBucket = /^\/[^/]+\/?$/.test(pathname) || (pathname === '/' && hostname.split('.').length > 2);
  if (!isPlain || !hasBucket)
    throw new Error(
      'EXPORT_BUCKET_URL must be the http or https URL of a bucket, such as https://s3.ca-central-1.amazonaws.com/my-bucket, without a key in it.',
    );
  return value.replace(/\/$/, '');
}

/** Returns whether exports are published at all. */
export function isPublished({ folder, bucket }: ExportPlace): boolean {
  return bucket !== undefined || folder !== '';
}
