/** docs/limits.md lists every limit of the code, with its value. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionsSchema } from '../../src/simulation/options.ts';
import { root } from '../cli/process.ts';
import { codeIn, readPage, rowsBelow } from './markdown.ts';

const page = readPage('docs/limits.md');
const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading as string);
const rows = headings.flatMap((heading) => rowsBelow(page, heading));

const factors: Readonly<Record<string, number>> = {
  MiB: 2 ** 20,
  KiB: 2 ** 10,
  MB: 1e6,
  KB: 1e3,
  s: 1000,
  ms: 1,
  '': 1,
};

/** Bytes of `10 MiB`, milliseconds of `60 s`, or the number of `5,000`. */
const numberIn = (cell: string): number => {
  const [, digits = '', unit = ''] = /^([\d,]+)(?: (\w+))?$/.exec(cell) ?? [];
  return Number(digits.replaceAll(',', '')) * (factors[unit] ?? Number.NaN);
};

/** The value of `10 * 1_048_576` or `2 ** 31 - 1`. */
const evaluate = (expression: string): number => {
  const [product = '', minus = '0'] = expression.replaceAll('_', '').replaceAll('mebibyte', '1048576').split(' - ');
  const [base = '', exponent] = product.split(' ** ');
  const value =
    exponent === undefined
      ? base.split(' * ').reduce((all, one) => all * Number(one), 1)
      : Number(base) ** Number(exponent);
  return value - Number(minus);
};

const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The constant or property of this name; of the options, the default. */
const valueInCode = (file: string, name: string): number => {
  if (file === 'src/simulation/options.ts') return Number(optionsSchema.parse({})[name as 'maxBody']);
  const pattern = new RegExp(`\\b${name}(?:: [\\w<>]+)?(?: = |: )((?:mebibyte|[-\\d_* ])+)[,;} ]`);
  return evaluate((pattern.exec(sourceOf(file))?.[1] ?? 'none').trim());
};

describe('docs/limits.md', () => {
  test.each(rows)('%s: %s', (_limit, value = '', _option, _beyond, code = '', shown = '') => {
    const [file = '', name = ''] = codeIn(code);
    expect(valueInCode(file, name)).toBe(numberIn(value));
    const tests = codeIn(shown);
    expect(tests).not.toEqual([]);
    for (const one of tests) expect(existsSync(join(root, one)), one).toBe(true);
  });

  test('lists every limit of the code once', () => {
    const listed = rows.map(([, , , , code = '']) => codeIn(code).join(' '));
    expect(new Set(listed).size).toBe(listed.length);
    const found = globSync('src/**/*.ts', { cwd: root })
      .filter((file) => !file.startsWith('src/parts/panel/'))
      .flatMap((file) =>
        [
          ...sourceOf(file).matchAll(/^(?:export )?const ((?:max|many)[A-Z]\w*)(?:: \w+)? = (?:mebibyte|[-\d_* ])+;/gm),
        ].map(([, name]) => `${file} ${name}`),
      );
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter((one) => !listed.includes(one))).toEqual([]);
  });

  test('names the options that set a limit', () => {
    const options = rows.flatMap(([, , option = '']) => codeIn(option)).filter((name) => name.startsWith('--'));
    expect(options.toSorted()).toEqual(['--journal', '--max-body', '--max-worlds', '--timeout']);
  });
});
