import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';

const { resolve } = createRequire(import.meta.url);
const vivarium = dirname(resolve('vivarium/package.json'));

/** What the folder has beside the app. Yours: your own document in the place of the animal store's. */
const files = {
  'api.yaml': join(vivarium, 'spec/animal-store.yaml'),
  'mockServiceWorker.js': resolve('msw/mockServiceWorker.js'),
  '_vivarium/toolbar.js': join(vivarium, 'dist/panel/toolbar.js'),
  '_vivarium/toolbar.html': join(vivarium, 'dist/panel/panel.html'),
};

export default defineConfig({
  // Below any path of a host.
  base: './',
  build: { target: 'es2022' },
  plugins: [
    {
      name: 'files-of-the-mock',
      writeBundle({ dir = 'dist' }) {
        for (const [name, source] of Object.entries(files)) {
          mkdirSync(dirname(join(dir, name)), { recursive: true });
          copyFileSync(source, join(dir, name));
        }
      },
    },
  ],
});
