/** The code of a page, with this checkout as `vivarium`. */
import { join } from 'node:path';
import { root } from '../cli/process.ts';

/** A folder below one that git ignores, so that the packages of this checkout are found from there. */
export const codeFolderOf = (name: string): string =>
  join(root, '.vitest', `${name.replaceAll(/\W/g, '-')}-${process.pid}`);

/** The bundle of the sources, which is loaded sooner, by the names of the entries. */
const entries: Readonly<Record<string, string>> = {
  vivarium: '.vitest/node/index.js',
  'vivarium/browser': 'src/parts/web/index.ts',
  'vivarium/msw': '.vitest/node/msw.js',
  'vivarium/playwright': '.vitest/node/playwright.js',
  'vivarium/vitest': '.vitest/node/vitest.js',
};

/** With this checkout as `vivarium`. Jest is not installed: vitest has the functions that the page uses. */
export const withLibrary = (code: string): string =>
  code
    .replaceAll(
      /(from|declare module) '(vivarium[/\w]*)'/g,
      (_import, keyword: string, name: string) => `${keyword} '${join(root, entries[name] ?? name)}'`,
    )
    .replaceAll("from '@jest/globals'", "from 'vitest'");
