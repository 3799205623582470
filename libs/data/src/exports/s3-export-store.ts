import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Export } from '@care-atlas/domain/contract';
import { type UploadPart, S3mini } from 's3mini';
import type { Bucket } from './export-place.js';
import {
  type ByteRange,
  bufferFile,
  type ExportDraft,
  type ExportStore,
  MANIFEST,
  numberOf,
  type StoredFile,
  VERSION,
} from './export-store.js';
import { ExportStoreError, requestStore } from './s3-request.js';

/** What makes an export visible: an object `manifests/{datasetVersion}.json`, written last and removed first. */
interface Manifest {
  /** The folder of its files, `files/{folder}/`: what a killed publisher of the same version left has another one. */
  readonly folder: string;
  readonly export: Export;
  /** The names of the files that were erased. */
  readonly erased?: readonly string[];
}

const MANIFESTS = 'manifests/';
const FILES = 'files/';
/** The memory that an upload takes. With at most 10,000 parts, a file has up to 80 GB. */
const PART_BYTES = 8_388_608;

/** Keeps exports in a bucket. Nothing else may use `manifests/` and `files/` in it. */
export class S3ExportStore implements ExportStore {
  readonly #bucket: S3mini;

  constructor(
    { url, region, keyId, secret }: Bucket,
    private readonly partBytes = PART_BYTES,
  ) {
    this.#bucket = new S3mini({
      endpoint: url,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      fetch: requestStore,
    });
  }

  async list(): Promise<readonly Export[]> {
    const manifests = await this.#manifests();
    const stored = new Set(await this.#keys(FILES));
    return manifests.filter((manifest) => isWhole(manifest, stored)).map((manifest) => manifest.export);
  }

  async open(datasetVersion: string, name: string): Promise<StoredFile | undefined> {
    const manifest = VERSION.test(datasetVersion) ? await this.#manifest(datasetVersion) : undefined;
    if (!manifest) return undefined;
    if (name === MANIFEST) return bufferFile(Buffer.from(JSON.stringify(manifest.export)));
    const file = manifest.export.files.find((each) => each.name === name);
    const key = fileKey(manifest.folder, name);
    if (!file || !(await this.#bucket.objectExists(key))) return undefined;
    return {
      bytes: file.bytes,
      tag: file.sha256,
      read: (range) => Readable.from(this.#content(key, range), { objectMode: false }),
    };
  }

  async begin(datasetVersion: string): Promise<ExportDraft> {
    const folder = `${datasetVersion}-${randomUUID()}`;
    return {
      write: (name, content) => this.#upload(fileKey(folder, name), content),
      publish: (manifest) => this.#putManifest({ folder, export: manifest }),
      discard: () => this.#removeFiles(folder),
    };
  }

  async remove(datasetVersion: string): Promise<void> {
    const manifest = await this.#manifest(datasetVersion);
    if (!manifest) return;
    await this.#bucket.deleteObject(manifestKey(datasetVersion));
    await this.#removeFiles(manifest.folder);
  }

  async erase(datasetVersion: string, name: string): Promise<void> {
    const manifest = await this.#manifest(datasetVersion);
    if (!manifest) return;
    const { erased = [] } = manifest;
    if (!erased.includes(name)) await this.#putManifest({ ...manifest, erased: [...erased, name] });
    await this.#bucket.deleteObject(fileKey(manifest.folder, name));
  }

  async removeDrafts(): Promise<void> {
    const manifests = await this.#manifests();
    const keys = await this.#keys(FILES);
    const stored = new Set(keys);
    const whole = manifests.filter((manifest) => isWhole(manifest, stored));
    for (const manifest of manifests)
      if (!whole.includes(manifest))
        await this.#bucket.deleteObject(manifestKey(manifest.export.datasetVersion));
    const kept = new Set(whole.map(({ folder }) => folder));
    for (const folder of new Set(keys.map((key) => key.split('/')[1]!)))
      if (!kept.has(folder)) await this.#removeFiles(folder);
  }

  /** Returns the manifests, those of the newest versions first. */
  async #manifests(): Promise<readonly Manifest[]> {
    const versions = (await this.#keys(MANIFESTS))
      .map((key) => key.slice(MANIFESTS.length, -'.json'.length))
      .filter((version) => VERSION.test(version))
      .toSorted((a, b) => numberOf(b) - numberOf(a));
    const manifests = await Promise.all(versions.map((version) => this.#manifest(version)));
    return manifests.filter((manifest) => manifest !== undefined);
  }

  async #putManifest(manifest: Manifest): Promise<void> {
    const key = manifestKey(manifest.export.datasetVersion);
    await this.#bucket.putObject(key, JSON.stringify(manifest), 'application/json');
  }

  async #manifest(version: string): Promise<Manifest | undefined> {
    const text = await this.#bucket.getObject(manifestKey(version));
    return text === null ? undefined : (JSON.parse(text) as Manifest);
  }

  async *#content(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    // s3mini names the first byte after a range.
    const answer = await this.#bucket.getObjectRaw(key, !range, range?.start, range && range.end + 1);
    const { status, headers, body } = answer;
    const part = headers.get('content-range')?.split('/')[0];
    if (range ? part !== `bytes ${range.start}-${range.end}` : status !== 200) {
      await body?.cancel();
      throw new ExportStoreError(`The store of exports answered ${status} ${part ?? ''} for a file.`);
    }
    yield* body!;
  }

  /** Uploads in parts, of which the memory holds one. A file becomes visible when it is complete. */
  async #upload(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const id = await this.#bucket.getMultipartUploadId(key, 'application/gzip');
    try {
      const parts: UploadPart[] = [];
      for await (const part of partsOf(content, this.partBytes))
        parts.push(await this.#bucket.uploadPart(key, id, part, parts.length + 1));
      const { etag } = await this.#bucket.completeMultipartUpload(key, id, parts);
      // A store may answer 200, and say only then that it failed.
      if (!etag) throw new ExportStoreError('The store of exports did not complete an upload.');
    } catch (error) {
      await this.#bucket.abortMultipartUpload(key, id).catch(() => undefined);
      throw error;
    }
  }

  async #removeFiles(folder: string): Promise<void> {
    for (const key of await this.#keys(`${FILES}${folder}/`)) await this.#bucket.deleteObject(key);
  }

  async #keys(prefix: string): Promise<readonly string[]> {
    const objects = await this.#bucket.listObjects('/', prefix);
    if (objects === null)
      throw new ExportStoreError('The store of exports has no such bucket: check EXPORT_BUCKET_URL.');
    return objects.map(({ Key }) => Key);
  }
}

/**
 * Returns whether a bucket has all files of an export that were not erased: those of a publisher of an earlier release, which takes
 * no part in the lock, may have been removed before it published them.
 */
function isWhole({ folder, export: { files }, erased = [] }: Manifest, stored: ReadonlySet<string>): boolean {
  return files.every(({ name }) => erased.includes(name) || stored.has(fileKey(folder, name)));
}

function fileKey(folder: string, name: string): string {
  return `${FILES}${folder}/${name}`;
}

function manifestKey(version: string): string {
  return `${MANIFESTS}${version}.json`;
}

/** Yields a content in parts of the same size; the last may be smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < bytes) continue;
    const joined = Buffer.concat(chunks);
    yield joined.subarray(0, bytes);
    chunks = [joined.subarray(bytes)];
    length -= bytes;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
