import { readFileSync } from 'node:fs';
import { packageFile } from '../files/package-file.ts';

/** This package's version, from its package.json. */
export const readVersion = (): string => {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
};
