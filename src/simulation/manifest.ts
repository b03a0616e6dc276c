import { readFileSync } from 'node:fs';
import { lazily } from '../core/primitives/lazy.ts';
import { packageFile } from '../files/package-file.ts';

/** What this package states about itself in its package.json. */
interface Manifest {
  readonly version: string;
  readonly vivarium: {
    /** The path of the shipped document: it is served if the user names no document and none is found. */
    readonly example: string;
  };
}

export const manifest = lazily(() => JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest);
