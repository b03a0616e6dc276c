/** The place of a handler in its file. */
import { expect, test } from 'vitest';
import { findProperty } from '../../../src/simulation/handlers/load-handlers.ts';

/** The text with a mark before the found property. */
const marked = (text: string, name: string): string | undefined => {
  const offset = findProperty(text, name);
  return offset === undefined ? undefined : `${text.slice(0, offset)}>>${text.slice(offset)}`;
};

test.each([
  ['export default { >>login: () => {} }', 'login'],
  ['export default { >>login() {} }', 'login'],
  ['export default { >>login }', 'login'],
  ['export default { a, >>login, b }', 'login'],
  ["export default { >>'GET /pets': () => {} }", 'GET /pets'],
  ['export default { >>"shop.login": () => {} }', 'shop.login'],
  ["export default { >>'it\\'s': () => {} }", "it's"],
  ['module.exports = { >>login: 1 };', 'login'],
  // Not in a comment, a text, or another object; not a property that is read.
  ['// login: 1\n/* login: 2 */ const a = "login: 3";\nexport default { >>login: 4 }', 'login'],
  ['const a = { login: 1 };\nexport default { >>login: 2 }', 'login'],
  ['export default define({ other: () => ({ body: { login: 1 } }), >>login: 2 })', 'login'],
  ['export default { other: () => x.login(1), >>login: 2 }', 'login'],
  ['const >>login = 1'.replace('>>', ''), 'none'],
  // Without a default export, the outermost.
  ['export const handlers = { >>login: 1 };', 'login'],
  ['const own = { >>login: 1 };\nexport default { ...own };', 'login'],
  ['export default { `login`: 1, [name]: 2, >>constructor: 3 }', 'constructor'],
])('%s', (expected, name) => {
  const text = expected.replace('>>', '');
  expect(marked(text, name)).toBe(expected.includes('>>') ? expected : undefined);
});

test('takes time that grows with the text', () => {
  const text = `export default { ${'"'.repeat(100_000)} ${'{'.repeat(100_000)} ${'/*'.repeat(100_000)}`;
  expect(findProperty(text, 'login')).toBeUndefined();
});
