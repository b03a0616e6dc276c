/**
 * An example that a newcomer copies out of the package, and installs: its own commands work. The project `examples` runs its tests, and
 * `playwright.test.ts` those in a browser.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

type Call = (cwd: string, command: string, ...args: string[]) => Promise<string>;

export interface InstalledPackage {
  /** Its parent folder, which is temporary. */
  readonly folder: string;
  /** The path of the tarball. */
  readonly tarball: () => string;
  readonly call: Call;
}

export const testCopiedExample = ({ folder, tarball, call }: InstalledPackage): void => {
  const copy = join(folder, 'react');
  const npm = async (...args: string[]): Promise<string> => stripVTControlCharacters(await call(copy, 'npm', ...args));

  beforeAll(async () => {
    cpSync(join(folder, 'node_modules/vivarium/examples/react'), copy, { recursive: true });
    const manifest = join(copy, 'package.json');
    const text = readFileSync(manifest, 'utf8');
    expect(text).toContain('"vivarium": "^');
    writeFileSync(manifest, text.replace(/"vivarium": "[^"]*"/, `"vivarium": ${JSON.stringify(`file:${tarball()}`)}`));
    await npm('install', '--prefer-offline', '--no-audit', '--no-fund');
  }, 300_000);

  // Each test starts tools that are slow to start on a busy machine.
  describe('the copied example', { timeout: 300_000 }, () => {
    test('has the commands of its README', () => {
      const { scripts } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { readonly scripts: object };
      const named = readFileSync(join(copy, 'README.md'), 'utf8').matchAll(/npm run ([\w:]+)/g);
      expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...named].map(([, name]) => name)));
      expect(scripts).toMatchObject({ mock: 'vivarium', dev: 'vite' });
    });

    test('has the types of the document, and fits them', async () => {
      expect(await npm('run', 'check')).toContain('openapi-typescript');
      const types = join(copy, 'src/api.d.ts');
      writeFileSync(types, readFileSync(types, 'utf8').replace('name: string;', 'name: number;'));
      await expect(npm('run', 'types', '--', '--check')).rejects.toThrow('not up-to-date');
    });

    test('is built', async () => {
      expect(await npm('run', 'build')).toContain('dist/index.html');
    });
  });
};
