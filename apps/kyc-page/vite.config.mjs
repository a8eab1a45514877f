import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/kyc/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['@tamis/source', 'module', 'browser', 'import', 'default'] },
  build: {
    outDir: 'dist/pages',
    emptyOutDir: true,
    // People open the page on the phone they have, so older browsers must be supported.
    target: ['es2020', 'safari15'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
