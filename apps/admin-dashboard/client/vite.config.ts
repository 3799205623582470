import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` serves the dashboard, for a page that follows its source: docs/dashboard.md. */
const SERVER = 'http://localhost:3002';

/** Puts each script and style beside itself once more, compressed: the server sends what the browser accepts. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(join(dir, 'assets'))) {
        if (!/\.(js|css)$/.test(name)) continue;
        const file = join(dir, 'assets', name);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content));
      }
    },
  };
}

export default defineConfig({
  plugins: [compressedFiles()],
  // Each answer of the server puts its own nonce in the place of this mark.
  html: { cspNonce: 'CARE_ATLAS_NONCE' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL is no origin that the content security policy knows.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `use client` of the component library means nothing where all is client.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  server: {
    proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } },
  },
});
