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
    // The policy of the page allows no `data:` but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every screen needs comes as one file, not as a dozen small ones.
        codeSplitting: {
          groups: [
            { name: 'frame', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            {
              // Not of the screens of who administers: they come with what they need.
              name: 'shell',
              test: /apps\/console\/src\/(data\/|shell\/|ui\/|i18n\/[a-z]+\.tsx?$|features\/(?!(access|admin|billing|data-lists|organization|risk-matrices)\/)[^/]+\/(queries\.ts|model\/))/,
            },
          ],
        },
      },
      checks: { pluginTimings: false },
    },
  },
});
