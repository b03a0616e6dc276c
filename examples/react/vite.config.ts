import { defineConfig } from 'vitest/config';
import { vivarium } from 'vivarium/vite';

export default defineConfig({
  // The store, in `vite` and `vite preview`, and its toolbar in the page. Yours: vivarium({ document: 'openapi.yaml', base: '/api' })
  plugins: [vivarium()],
  // The browser tests in e2e/ are Playwright's.
  test: { include: ['src/**/*.test.tsx'] },
});
