/**
 * `npm run weight`: the lines, characters, files and doors of the main house and of each part. `weight.json` is what the main house may
 * weigh: `--check` fails above it, and `--lower` writes a smaller weight there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { entriesOf, exportsOf, filesIn, importsOf, partOf, parts, root } from './source-map.ts';

const budgetFile = `${root}weight.json`;

interface Budget {
  /** Of the main house: all of `src/` that is in no part. */
  readonly characters: number;
}

interface Weight {
  readonly files: number;
  readonly lines: number;
  readonly characters: number;
}

const weightOf = (files: readonly string[]): Weight => {
  const texts = files.map((file) => readFileSync(`${root}${file}`, 'utf8'));
  return {
    files: files.length,
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    characters: texts.reduce((sum, text) => sum + text.length, 0),
  };
};

const count = (value: number): string => value.toLocaleString('en');

const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const [first = '', ...others] of rows)
    console.log(
      [first.padEnd(widths[0] ?? 0), ...others.map((cell, index) => cell.padStart(widths[index + 1] ?? 0))].join('  '),
    );
};

const sources = filesIn('.', /\.(?:tsx?|css)$/);
const mainHouse = weightOf(sources.filter((file) => partOf(file) === undefined));
const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget;

if (process.argv.includes('--check')) {
  if (mainHouse.characters > budget.characters) {
    const excess = count(mainHouse.characters - budget.characters);
    console.log(
      `The main house has ${count(mainHouse.characters)} characters, ${excess} more than weight.json allows. Take out what the change makes unnecessary, or make it a part.`,
    );
    process.exitCode = 1;
  }
} else {
  const imports = filesIn('.').flatMap(importsOf);
  const row = (name: string, { files, lines, characters }: Weight, ...more: readonly number[]): readonly string[] => [
    name,
    ...[files, lines, characters, ...more].map(count),
  ];
  const rowsOfParts = parts.map((part) => {
    const entries = entriesOf(part, imports);
    const names = part.doors.flatMap((door) => exportsOf(`src/${part.folder}/${door}`));
    return row(
      part.folder,
      weightOf(sources.filter((file) => partOf(file) === part)),
      ...[part.doors.length, names.length, new Set(entries.map(({ from }) => from)).size],
    );
  });
  printTable([
    ['', 'files', 'lines', 'characters', 'doors', 'names', 'entered from'],
    row('main house', mainHouse),
    ...rowsOfParts,
    row('all', weightOf(sources)),
  ]);
  if (process.argv.includes('--lower') && mainHouse.characters < budget.characters)
    writeFileSync(budgetFile, `${JSON.stringify({ characters: mainHouse.characters }, undefined, 2)}\n`);
}
