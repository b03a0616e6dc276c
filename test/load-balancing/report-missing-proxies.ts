/** Reports in one line which tests are skipped on a machine without the load balancers. */
import type { Reporter } from 'vitest/node';
import { proxies } from './proxies.ts';

export const missingProxies: Reporter = {
  onTestRunEnd: (modules) => {
    if (!modules.some(({ moduleId }) => moduleId.includes('/test/load-balancing/'))) return;
    const missing = proxies.filter(({ program }) => program === undefined).map(({ name }) => name);
    if (missing.length > 0)
      console.log(`Skipped: the tests of examples/load-balancing. Not installed: ${missing.join(', ')}.`);
  },
};
