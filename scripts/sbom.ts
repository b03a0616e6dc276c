/** The packages in the bundles as a list for programs, `dist/sbom.json`: CycloneDX 1.6 (ECMA-424). Without a time or a random number: the same packages give the same text. */
import type { InstalledPackage, PackageManifest } from './licenses.ts';

export const describeBundle = (own: PackageManifest, packages: readonly InstalledPackage[]): string => {
  const components = packages.map(({ manifest }) => componentOf('library', manifest));
  const component = componentOf('application', own);
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    components,
    dependencies: [
      { ref: component['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) },
      ...components.map((each) => ({ ref: each['bom-ref'] })),
    ],
  };
  return `${JSON.stringify(bom)}\n`;
};

const componentOf = (type: 'library' | 'application', { name, version, license }: PackageManifest) => {
  const [plainName = '', group] = name.split('/').toReversed();
  // A package URL: the @ of a scope is escaped.
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type,
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name: plainName,
    version,
    // An SPDX expression may combine several licences.
    licenses: [license?.includes(' ') ? { expression: license } : { license: { id: license } }],
    purl,
  };
};
