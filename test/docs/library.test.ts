/** The tables of docs/library.md list what the published types have, and no other. */
import { describe, expect, test } from 'vitest';
import { libraryOptionsSchema, readOptions } from '../../src/simulation/options.ts';
import { codeIn, readPage, rowsBelow } from './markdown.ts';
import { compile } from './runner.ts';

describe('docs/library.md', () => {
  const text = readPage('docs/library.md');

  /** The names of a table, without the parameters of methods. */
  const membersBelow = (heading: string, table = 0): readonly string[] =>
    namesOfFirstCells(rowsBelow(text, heading, table)).map((name) => name.replace(/\(.*$/, ''));

  const namesOfFirstCells = (rows: readonly (readonly string[])[]): readonly string[] =>
    rows.flatMap(([first = '']) => codeIn(first));

  const types: readonly (readonly [type: string, names: readonly string[]])[] = [
    ['VivariumOptions', membersBelow('createVivarium(options)')],
    ['Vivarium', membersBelow('Vivarium')],
    ['ListeningVivarium', membersBelow('listen')],
    ['VivariumWorld', membersBelow('VivariumWorld')],
    ['WorldCollection', membersBelow('collection')],
    ['ExchangeFilter', membersBelow('exchanges')],
    ['ExchangeView', membersBelow('exchanges', 1)],
    ['WorldClock', membersBelow('clock')],
    ['ConfigProblem', membersBelow('Errors')],
  ];

  test('lists every property and method of the published types, and no other', { timeout: 120_000 }, async () => {
    // The compiler reports each name that is missing here, or that the type does not have.
    const checks = types.map(
      ([type, names]) =>
        `export const a${type}: Record<Extract<keyof ${type}, string>, true> = { ${names.map((name) => `${name}: true`).join(', ')} };`,
    );
    const imports = `import type { ${types.map(([type]) => type).join(', ')} } from 'vivarium';`;
    const code = [imports, ...checks, ''].join('\n');
    expect(await compile({ members: code })).toBe('');
  });

  test('shows the defaults of the options', () => {
    const defaults: Readonly<Record<string, unknown>> = readOptions(libraryOptionsSchema, {});
    for (const [name = '', , shown = ''] of rowsBelow(text, 'createVivarium(options)')) {
      const value = defaults[codeIn(name)[0] as string];
      if (Array.isArray(value) && name !== '`document`') expect([name, shown]).toEqual([name, '`[]`']);
      else if (value !== undefined && !Array.isArray(value)) expect(shown, name).toContain(String(value));
    }
  });
});
