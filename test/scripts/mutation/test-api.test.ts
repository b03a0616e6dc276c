import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as api from '../../../scripts/mutation/test-api.ts';

test('the tests that mutants are tried with import only what the stand-in for vitest offers', () => {
  const files = globSync('test/{core,library,openapi/resources,panel,scenario,store,verify,world}/**/*.ts');
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from 'vitest'/g)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  );
  expect(imported).toContain('onTestFinished');
  expect(Object.keys(api)).toEqual(expect.arrayContaining([...new Set(imported)]));
});
