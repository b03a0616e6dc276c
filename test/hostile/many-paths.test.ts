/** The time to compile a document grows as its paths do: no pass looks at all operations for each of them. */
import { expect, test } from 'vitest';
import { serviceOf } from '../openapi/documents.ts';
import { declared, listOf, object, operation, text } from '../short-document.ts';

const few = 3000;
const times = 4;

/** Four times the paths take about four times as long, and sixteen times if the time is quadratic. */
const maxRatio = 9;

/** Of a framework whose handlers declare no types. */
const silent = { responses: { 200: { description: 'ok' } } };

const cpuSecondsFor = (pathsFor: (index: number) => object, count: number): number => {
  const paths = Object.assign({}, ...Array.from({ length: count }, (_, index) => pathsFor(index)));
  const before = process.cpuUsage();
  serviceOf(declared(paths, text));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

test.each<[string, (index: number) => object]>([
  ['reads of which nothing is said', (index) => ({ [`/a${index}/state`]: { get: silent } })],
  ['below one path', (index) => ({ [`/a/b${index}`]: { get: silent } })],
  [
    'lists of things that are alike',
    (index) => ({ [`/a${index}`]: { get: operation(listOf(object({ id: text, a: text }))) } }),
  ],
  [
    'lists with plural names of things that are alike',
    (index) => ({ [`/a${index}/b${index}s`]: { get: operation(listOf(object({ id: text, a: text, b: text }))) } }),
  ],
])(`${few * times} paths: %s`, (_name, pathsFor) => {
  // Compiled by V8 before it is measured.
  cpuSecondsFor(pathsFor, few / 4);
  const short = cpuSecondsFor(pathsFor, few);
  const long = cpuSecondsFor(pathsFor, few * times);
  expect(long / short).toBeLessThan(maxRatio);
});
