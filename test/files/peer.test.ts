import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { installedVersion, oldestPeers, type PeerName, whyTooOld } from '../../src/files/peer.ts';
import { root } from '../cli/process.ts';

/** The URL of a module beside which a package is installed. */
const besideOne = (name: string, version: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-peer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  // It exports nothing, its manifest neither.
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ version, exports: {} }));
  return pathToFileURL(join(folder, 'use.js')).href;
};

test.each([
  ['msw', '1.3.5'],
  ['msw', '2.6.9'],
  ['vitest', '2.1.9'],
  ['@playwright/test', '1.49.1'],
  ['vite', '5.4.0-beta.1'],
] as const)('the sentence about %s %s names both versions and the remedy', (name, version) => {
  expect(whyTooOld(name, 'its entry', besideOne(name, version))).toBe(
    `its entry needs ${name} ${oldestPeers[name]} or newer, and ${version} is installed. Update it: npm install ${name}@latest`,
  );
});

test.each([
  ['msw', '2.7.0'],
  ['msw', '4.0.0'],
  ['vitest', '3.2.0'],
  ['@playwright/test', '1.50.0'],
  ['vite', '10.0.0'],
] as const)('%s %s is new enough', (name, version) => {
  expect(whyTooOld(name, 'its entry', besideOne(name, version))).toBeUndefined();
});

test('a package that is not installed, or whose version nobody can read, is not too old', () => {
  expect(installedVersion('msw', besideOne('other', '1.0.0'))).toBeUndefined();
  expect(installedVersion('msw', 'http://127.0.0.1/msw.js')).toBeUndefined();
});

test('the manifest names each, may be installed beside any, and states what is tested', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { peerDependencies, peerDependenciesMeta, vivarium } = manifest;
  for (const [name, range] of Object.entries(peerDependencies)) {
    expect([name, range, peerDependenciesMeta[name]]).toEqual([name, '*', { optional: true }]);
    const least = oldestPeers[name as PeerName] as string | undefined;
    if (least !== undefined) expect(vivarium.testedPeers[name]).toContain(`>=${least.replace(/\.0$/, '')}`);
  }
  expect(Object.keys(vivarium.testedPeers)).toEqual(Object.keys(peerDependencies));
});
