declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  export default class S3rver {
    readonly httpServer: Server;
    readonly middleware: ((
      context: { readonly path: string; app: S3rver },
      next: () => unknown,
    ) => unknown)[];
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets?: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
