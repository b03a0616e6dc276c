/** Reports in one line that the tests over further documents are skipped. */
import { existsSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { sharedFolder } from '../sources.ts';

export const missingDocuments: Reporter = {
  onTestRunEnd: (modules) => {
    if (!existsSync(sharedFolder) && modules.some(({ moduleId }) => moduleId.includes('/test/documents/')))
      console.log('Skipped: the tests over OpenAPI documents that are not part of this repository.');
  },
};
