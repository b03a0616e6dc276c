/** Reports in one line which tests are skipped on a machine without a Redis or Valkey. */
import type { Reporter } from 'vitest/node';
import { canStartStore, hasStore } from './redis-server.ts';

export const missingStore: Reporter = {
  onTestRunEnd: (modules) => {
    if (!modules.some(({ moduleId }) => moduleId.includes('/test/store/'))) return;
    if (!hasStore)
      console.log(
        'Skipped: the tests of --store. There is no redis-server or valkey-server on the PATH, and VIVARIUM_TEST_STORE names none.',
      );
    else if (!canStartStore)
      console.log('Skipped: the tests that stop a store. VIVARIUM_TEST_STORE names one, and none is on the PATH.');
  },
};
