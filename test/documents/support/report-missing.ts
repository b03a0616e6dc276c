/** Reports in one line which tests are skipped in a checkout without ../shared. */
import { existsSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { sharedFolder } from '../sources.ts';

export const missingDocuments: Reporter = {
  onTestRunEnd: () => {
    if (!existsSync(sharedFolder))
      console.log('Skipped: the tests over the documents in ../shared/specs. That folder does not exist.');
  },
};
