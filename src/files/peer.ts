/** The optional packages that the user installs beside this one, and the sentence about one that is too old. */

/** The oldest version of each that works. The manifest says which ones were tested. */
export const oldestPeers = {
  msw: '2.7',
  vitest: '3.2',
  '@playwright/test': '1.50',
  vite: '6.0',
  redis: '6.0',
} as const;

export type PeerName = keyof typeof oldestPeers;

/**
 * The sentence about an installed package that is too old, with both versions; undefined if it is not, or if nobody can read its version, as
 * in a browser. `user`: what needs it. `from`: the URL of the module that imports it.
 */
export const whyTooOld = (name: PeerName, user: string, from: string = import.meta.url): string | undefined => {
  const version = installedVersion(name, from);
  if (version === undefined || !isOlder(version, oldestPeers[name])) return undefined;
  return describeTooOld(name, user, version);
};

/** @throws Error if the installed package is too old. */
export const checkPeer = (name: PeerName, user: string): void => {
  const sentence = whyTooOld(name, user);
  if (sentence !== undefined) throw new Error(sentence);
};

export const describeTooOld = (name: PeerName, user: string, version: string): string =>
  `${user} needs ${name} ${oldestPeers[name]} or newer, and ${version} is installed. Update it: npm install ${name}@latest`;

/** Whether a version is older than another one; a prerelease counts as its release. */
const isOlder = (version: string, than: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = than.split('.').map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
};

/** Reads the manifest as a file, since an old package may not export it. */
export const installedVersion = (name: string, from: string): string | undefined => {
  const builtin = (Reflect.get(globalThis, 'process') as Partial<typeof process> | undefined)?.getBuiltinModule;
  if (builtin === undefined || !from.startsWith('file:')) return undefined;
  const { join } = builtin('node:path');
  const { readFileSync } = builtin('node:fs');
  for (const folder of builtin('node:module').createRequire(from).resolve.paths(name) ?? [])
    try {
      return (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { readonly version: string })
        .version;
    } catch {
      // Not in this folder.
    }
  return undefined;
};
