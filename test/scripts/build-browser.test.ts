import { expect, test } from 'vitest';
import { withoutUnreached } from '../../scripts/build-browser.ts';

const cut = (name: string) => ({ of: /\/shapes\.js$/, what: new RegExp(`^ {2}${name}\\(\\).*\\n`, 'm') });

test('what is cut from the bundle for pages and is no longer there fails the build, by its name', () => {
  const { transform, load, buildEnd } = withoutUnreached([cut('area'), cut('length')], { 'shapes/round.js': '' });
  const code = 'class Shape {\n  area() {}\n  name() {}\n}\n';
  expect(transform(code, '/node_modules/shapes/shapes.js')).toBe('class Shape {\n  name() {}\n}\n');
  expect(transform(code, '/node_modules/shapes/other.js')).toBe(code);
  expect(load('/node_modules/shapes/square.js')).toBeUndefined();
  expect(() => buildEnd()).toThrow(/nothing is left out as .*length.* in .*shapes.*, shapes\/round\.js: where/);
  expect(load('/node_modules/shapes/round.js')).toEqual({ code: '', moduleSideEffects: true });
  transform('  length() {}\n', '/node_modules/shapes/shapes.js');
  expect(() => buildEnd()).not.toThrow();
});
