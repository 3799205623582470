import { defaultClientConditions, defineConfig } from 'vite';
import { compressedFiles } from '../compressed-files.js';

/** The dashboard of `npm run dev`, which answers the API for Vite's own server: docs/build/dashboard.md. */
const SERVER = 'http://localhost:3002';

export default defineConfig({
  plugins: [compressedFiles()],
  resolve: { conditions: ['@care-atlas/source', ...defaultClientConditions] },
  // The server replaces this placeholder with a new nonce in each response.
  html: { cspNonce: 'CARE_ATLAS_NONCE' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy does not allow data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The component library's `use client` directives have no effect here.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      // What the same pages share is one file, and small ones are joined: each file costs a request and its headers.
      output: {
        codeSplitting: {
          groups: [
            // Closed under imports, because what a module needs is shared at least as often: files that import one another in a
            // circle would run a component before the one that it extends.
            { name: 'library', test: /node_modules/, minShareCount: 5, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } },
  },
});
