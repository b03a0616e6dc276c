/** The code of a page, with this checkout as `vivarium`. */
import { join } from 'node:path';
import { root } from '../cli/process.ts';

/** A folder below one that git ignores, so that the packages of this checkout are found from there. */
export const codeFolderOf = (name: string): string =>
  join(root, '.vitest', `${name.replaceAll(/\W/g, '-')}-${process.pid}`);

/** The files of the entries by their names. */
type Entries = Readonly<Record<string, string>>;

export const sources: Entries = {
  vivarium: 'src/index.ts',
  'vivarium/browser': 'src/web/index.ts',
  'vivarium/msw': 'src/testing/msw.ts',
  'vivarium/playwright': 'src/testing/playwright.ts',
  'vivarium/vitest': 'src/testing/vitest.ts',
};

/** The bundle of the sources, which is loaded sooner. */
const built: Entries = {
  ...sources,
  vivarium: '.vitest/node/index.js',
  'vivarium/msw': '.vitest/node/msw.js',
  'vivarium/playwright': '.vitest/node/playwright.js',
  'vivarium/vitest': '.vitest/node/vitest.js',
};

/** With this checkout as `vivarium`. Jest is not installed: vitest has the functions that the page uses. */
export const withLibrary = (code: string, entries: Entries = built): string =>
  code
    .replaceAll(
      /(from|declare module) '(vivarium[/\w]*)'/g,
      (_import, keyword: string, name: string) => `${keyword} '${join(root, entries[name] ?? name)}'`,
    )
    .replaceAll("from '@jest/globals'", "from 'vitest'");
