import { defineConfig } from 'vitest/config';
import { missingDocuments } from './test/documents/support/report-missing.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: '.vitest/report.json' }], missingDocuments],
    coverage: { include: ['src/**/*.ts'], reporter: ['text', 'html'] },
  },
});
