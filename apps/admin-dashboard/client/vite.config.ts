import { defineConfig } from 'vite';
import { compressedFiles } from '../compressed-files.js';

/** Where `npm run dev` serves the dashboard, for a page that follows its source: docs/build/dashboard.md. */
const SERVER = 'http://localhost:3002';

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
