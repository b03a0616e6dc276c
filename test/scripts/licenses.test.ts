import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeLicenses, packagesOf } from '../../scripts/licenses.ts';

const root = mkdtempSync(join(tmpdir(), 'vivarium-licenses-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The path of a module of an installed package. */
const install = (name: string, manifest: object, files: Readonly<Record<string, string>> = {}): string => {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return join(folder, 'lib', 'index.js');
};

test('each package is listed once, with all texts of its licence', () => {
  const scoped = install('@scope/b', { license: 'Apache-2.0' }, { LICENSE: 'Apache terms\n', NOTICE: 'by B' });
  const plain = install('a', { license: 'ISC' }, { 'license.md': 'ISC terms' });
  const text = describeLicenses(packagesOf([plain, join(root, 'src/own.ts'), scoped, plain]));
  const line = '-'.repeat(80);
  expect(text.slice(text.indexOf(line))).toBe(
    `${line}\n\n@scope/b 1.0.0 (Apache-2.0)\n\nApache terms\n\nby B\n\n${line}\n\na 1.0.0 (ISC)\n\nISC terms\n`,
  );
});

test('a package that only names the MIT licence is listed with its terms', () => {
  const module = install('named', { license: 'MIT', author: { name: 'Ada' }, contributors: ['Ben <ben@example.com>'] });
  expect(describeLicenses(packagesOf([module]))).toMatch(
    /named 1\.0\.0 \(MIT\)\n\nCopyright \(c\) Ada, Ben <ben@example\.com>\n\nPermission is hereby granted/,
  );
});

test.each([[{}], [{ license: 'MIT' }], [{ license: 'BSD-3-Clause', author: 'Ada' }]])(
  'a package that states no licence cannot be bundled: %j',
  (manifest) => {
    const module = install(`unknown-${Object.keys(manifest).length}`, manifest);
    expect(() => describeLicenses(packagesOf([module]))).toThrow(/unknown-\d does not state its licence\./);
  },
);

test('terms that several packages share are written once, behind the holders of each', () => {
  const terms = 'Permission is hereby granted, free of charge,\nto any person.';
  const modules = ['first', 'second', 'third'].map((name) =>
    install(
      name,
      { license: 'MIT' },
      { LICENSE: `Copyright ${name}\n\n${name === 'second' ? terms.replace('\n', ' ') : terms}` },
    ),
  );
  expect(describeLicenses(packagesOf(modules))).toMatch(
    /Copyright first\n\nPermission is hereby granted, free of charge,\nto any person\.\n[\s\S]*Copyright second\n\nThe same terms as for first 1\.0\.0 above\.\n[\s\S]*Copyright third\n\nThe same terms/,
  );
});
