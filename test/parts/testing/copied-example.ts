/**
 * An example that a newcomer copies out of the package, and installs: its own commands work. The project `examples` runs its tests, and
 * `playwright.test.ts` those in a browser.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../cli/process.ts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The checkout has a newer one than the example, whose generator of types needs the older one. */
const isNewerHere = (name: string): boolean => name === 'typescript';

const modules = join(root, 'node_modules');

type Call = (cwd: string, command: string, ...args: string[]) => Promise<string>;

export interface InstalledPackage {
  /** A temporary folder, in whose `node_modules` it is. */
  readonly folder: string;
  readonly call: Call;
}

export const testCopiedExample = ({ folder, call }: InstalledPackage): void => {
  const copy = join(folder, 'react');
  const npm = async (...args: string[]): Promise<string> => stripVTControlCharacters(await call(copy, 'npm', ...args));

  const link = (name: string): void => {
    const place = join(copy, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(modules, name), place);
  };

  beforeAll(async () => {
    cpSync(join(folder, 'node_modules/vivarium/examples/react'), copy, { recursive: true });
    const file = join(copy, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    expect(manifest.devDependencies.vivarium).toMatch(/^\^/);
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    const writeManifest = (dependencies: Readonly<Record<string, string>>): void =>
      writeFileSync(file, JSON.stringify({ ...manifest, dependencies, devDependencies: {} }));
    // To install all of them takes longer than what the example does with them. npm compares their versions at the end.
    const inCheckout = Object.keys(all).filter((name) => !isNewerHere(name) && existsSync(join(modules, name)));
    const isPresent = (name: string): boolean => name === 'vivarium' || inCheckout.includes(name);
    writeManifest(Object.fromEntries(Object.entries(all).filter(([name]) => !isPresent(name))));
    await npm('install', '--prefer-offline', '--no-audit', '--no-fund');
    for (const name of inCheckout) link(name);
    link('.bin/vite');
    cpSync(join(folder, 'node_modules/vivarium'), join(copy, 'node_modules/vivarium'), { recursive: true });
    writeManifest(all);
    await npm('ls');
  }, 300_000);

  // Each test starts tools that are slow to start on a busy machine.
  describe('the copied example', { timeout: 300_000 }, () => {
    test('has the commands of its README', () => {
      const { scripts } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as Manifest;
      const named = readFileSync(join(copy, 'README.md'), 'utf8').matchAll(/npm run ([\w:]+)/g);
      expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...named].map(([, name]) => name)));
      expect(scripts).toMatchObject({ dev: 'vite', build: 'vite build' });
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
