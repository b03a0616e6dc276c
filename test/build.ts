/**
 * Before every run: the panel, and the command line and the library of these sources as one bundle, which starts in half the time. The
 * bundle is not in `dist/`, which a test of the package replaces.
 */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildNode } from '../scripts/build-node.ts';
import { buildStalePanel } from '../scripts/build-panel.ts';
import { compileEagerly } from '../scripts/compile-eagerly.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}/.vitest/node`;

const modifiedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isStale = (): boolean => {
  const built = modifiedAt(`${folder}/cli.js`);
  const sources = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`);
  return [...sources, 'package-lock.json', 'scripts/build-node.ts', 'scripts/compile-eagerly.ts'].some(
    (file) => modifiedAt(`${root}/${file}`) > built,
  );
};

const buildStaleBundle = async (): Promise<void> => {
  if (!isStale()) return;
  // Another run may be using the old one: it is replaced at once.
  const draft = `${folder}-${process.pid}`;
  await buildNode(draft);
  // Hundreds of starts save more than it takes. Why a server does not start, its tests say.
  await compileEagerly(draft).catch(() => {});
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
};

export default async (project: TestProject): Promise<void> => {
  await Promise.all([buildStalePanel(), buildStaleBundle()]);
  // In watch mode, after a change.
  project.onTestsRerun(buildStaleBundle);
};
