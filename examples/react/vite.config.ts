import { defineConfig } from 'vitest/config';

// The browser tests in e2e/ are Playwright's.
export default defineConfig({ test: { include: ['src/**/*.test.tsx'] } });
