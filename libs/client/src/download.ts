import { CareAtlasError } from './client-error.js';

/** A file, or a part of it. */
export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Returns the content of a file. Where the connection breaks off, it goes on from there.
 * @param request with headers that ask for the rest of the file
 * @param retries how often it goes on without having received anything
 */
export async function resumedDownload(
  request: (headers: Readonly<Record<string, string>>) => Promise<Download>,
  retries: number,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { headers, body } = await request({});
  const etag = headers.get('etag') ?? '';
  let reader = body.getReader();
  let bytes = 0;
  let failures = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          bytes += value.length;
          failures = 0;
          return controller.enqueue(value);
        } catch (cause) {
          signal?.throwIfAborted();
          const broken = new CareAtlasError(
            'The download broke off.',
            { code: 'unreachable', status: 0 },
            { cause },
          );
          if (etag === '' || failures++ === retries) throw broken;
          const rest = await request({ range: `bytes=${bytes}-`, 'if-range': etag });
          reader = rest.body.getReader();
          // Another file has taken its place: what was read is of no use.
          if (rest.status !== 206) {
            await reader.cancel();
            throw broken;
          }
        }
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
