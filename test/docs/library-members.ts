/** The tables of docs/library.md as code: the compiler reports each name that is missing there, or that the published type does not have. */
import { codeIn, readPage, rowsBelow } from './markdown.ts';

/** The names of a table, without the parameters of methods. */
const membersBelow = (heading: string, table = 0): readonly string[] =>
  rowsBelow(readPage('docs/library.md'), heading, table).flatMap(([first = '']) =>
    codeIn(first).map((name) => name.replace(/\(.*$/, '')),
  );

const types = (): readonly (readonly [type: string, names: readonly string[]])[] => [
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

export const checksOfMembers = (): string => {
  const checks = types().map(
    ([type, names]) =>
      `export const a${type}: Record<Extract<keyof ${type}, string>, true> = { ${names.map((name) => `${name}: true`).join(', ')} };`,
  );
  const imports = `import type { ${types()
    .map(([type]) => type)
    .join(', ')} } from 'vivarium';`;
  return [imports, ...checks, ''].join('\n');
};
