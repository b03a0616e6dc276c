/** The options in docs/library.md have the defaults of the code. `package.test.ts` compiles its tables with the published types. */
import { expect, test } from 'vitest';
import { libraryOptionsSchema, readOptions } from '../../src/simulation/options.ts';
import { codeIn, readPage, rowsBelow } from './markdown.ts';

test('docs/library.md shows the defaults of the options', () => {
  const defaults: Readonly<Record<string, unknown>> = readOptions(libraryOptionsSchema, {});
  for (const [name = '', , shown = ''] of rowsBelow(readPage('docs/library.md'), 'createVivarium(options)')) {
    const value = defaults[codeIn(name)[0] as string];
    if (Array.isArray(value) && name !== '`document`') expect([name, shown]).toEqual([name, '`[]`']);
    else if (value !== undefined && !Array.isArray(value)) expect(shown, name).toContain(String(value));
  }
});
