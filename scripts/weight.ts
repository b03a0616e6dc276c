/**
 * `npm run weight`: the lines, characters, files and doors of the main house and of each part. `weight.json` is what the main house and all of
 * `src/` may weigh: `--check` fails above either, and `--lower` writes smaller weights there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { entriesOf, exportsOf, filesIn, importsOf, partOf, parts, root } from './source-map.ts';

const budgetFile = `${root}weight.json`;

/** Characters. */
interface Budget {
  /** All of `src/` that is in no part. */
  readonly mainHouse: number;
  readonly all: number;
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
const all = weightOf(sources);
const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget;

const checkWeight = (what: string, { characters }: Weight, allowed: number, remedy: string): void => {
  if (characters <= allowed) return;
  console.log(
    `${what} has ${count(characters)} characters, ${count(characters - allowed)} more than weight.json allows. ${remedy}`,
  );
  process.exitCode = 1;
};

if (process.argv.includes('--check')) {
  const remedy = 'Take out what the change makes unnecessary';
  checkWeight('The main house', mainHouse, budget.mainHouse, `${remedy}, or make it a part.`);
  checkWeight('All of src', all, budget.all, `${remedy}.`);
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
    row('all', all),
  ]);
  if (process.argv.includes('--lower')) {
    const lowered: Budget = {
      mainHouse: Math.min(budget.mainHouse, mainHouse.characters),
      all: Math.min(budget.all, all.characters),
    };
    writeFileSync(budgetFile, `${JSON.stringify(lowered, undefined, 2)}\n`);
  }
}
