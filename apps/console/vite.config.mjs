import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const conditions = ['@tamis/bundled', '@tamis/source', 'module', 'browser', 'import', 'default'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react()],
  resolve: { conditions },
  worker: { format: 'es' },
  build: {
    outDir: 'dist/pages',
    emptyOutDir: true,
    target: 'es2023',
    manifest: 'manifest.json',
    // The policy of the page allows `data:` only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Code that every screen needs is in one file instead of a dozen small ones.
        codeSplitting: {
          groups: [
            { name: 'frame', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            {
              // For screens that are not opened first, only the parsing of their addresses is included; the rest is loaded with them.
              name: 'shell',
              test: /apps\/console\/src\/(data\/(?!children|csv-cells)|shell\/(?!commands|day-field|dropped-notice|key-list|palette-options|saved-views|use-ask)|ui\/|i18n\/([a-z]+|en\/plural)\.tsx?$|features\/[^/]+\/model\/([a-z]+-(search|pages)|params)\.ts|features\/people\/parts\/|features\/(?!(access|admin|audit|automations|billing|creation-blocks|currency-rates|data-lists|dry-runs|imports|inbox|operations|organization|parties|releases|risk-matrices|sharing|sweeps|transactions|webhooks)\/)[^/]+\/(queries\.ts|model\/(?!flips|health|merge-texts|with-test|words)))/,
            },
          ],
        },
      },
      checks: { pluginTimings: false },
    },
  },
});
