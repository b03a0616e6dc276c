/** The licences of the packages in the bundles, for `dist/licenses.txt`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: Person;
  readonly contributors?: readonly Person[];
}

type Person = string | { readonly name: string };

export interface InstalledPackage {
  readonly folder: string;
  readonly manifest: PackageManifest;
}

/** The package that a file belongs to; undefined for a file below no `node_modules`. */
export const packageOf = (file: string): InstalledPackage | undefined => {
  const folder = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0];
  if (folder === undefined) return undefined;
  return { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
};

const introduction = 'Vivarium contains code of these packages, under their licences.\n';

/** The packages of these modules, by name and version. */
export const packagesOf = (modules: readonly string[]): readonly InstalledPackage[] => {
  const packages = new Map<string, InstalledPackage>();
  for (const module of modules) {
    const found = packageOf(module);
    if (found === undefined) continue;
    const key = `${found.manifest.name} ${found.manifest.version}`;
    if (!packages.has(key)) packages.set(key, found);
  }
  return [...packages].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, found]) => found);
};

/** @throws Error if the licence of a package is unknown: it must not be bundled. */
export const describeLicenses = (packages: readonly InstalledPackage[]): string => {
  // Packages of one project often have the same text, and most others the same terms for other holders.
  const firstWith = new Map<string, string>();
  const sections = packages.map((found) => {
    const title = `${found.manifest.name} ${found.manifest.version}`;
    const text = licenseOf(found);
    const [terms = text] = /^Permission (?:is hereby granted|to use)[\s\S]*/m.exec(text) ?? [];
    const [sameText, sameTerms] = [text, terms].map((one) => firstWith.get(wordsOf(one)));
    for (const one of [text, terms]) if (!firstWith.has(wordsOf(one))) firstWith.set(wordsOf(one), title);
    const shown =
      sameText !== undefined
        ? `The same text and holders as for ${sameText} above.`
        : sameTerms !== undefined
          ? `${text.slice(0, text.length - terms.length)}The same terms as for ${sameTerms} above.`
          : text;
    return `${title} (${found.manifest.license})\n\n${shown}\n`;
  });
  return [introduction, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
};

/** A text in its words, as its lines may break elsewhere. */
const wordsOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const licenseOf = ({ folder, manifest }: InstalledPackage): string => {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const { name, license, author, contributors = [] } = manifest;
  const holders = [...(author === undefined ? [] : [author]), ...contributors];
  if (license !== 'MIT' || holders.length === 0) throw new Error(`${name} does not state its licence.`);
  // The package has no text of its licence, but states which one it is.
  const names = holders.map((holder) => (typeof holder === 'string' ? holder : holder.name));
  return `Copyright (c) ${names.join(', ')}\n\n${mitTerms()}`;
};

const mitTerms = (): string => {
  const own = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8');
  return own.slice(own.indexOf('Permission is hereby granted')).trim();
};
