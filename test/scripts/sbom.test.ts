import { expect, test } from 'vitest';
import { describeBundle } from '../../scripts/sbom.ts';

test('the list of packages is CycloneDX, with package URLs and the licences as identifiers or expressions', () => {
  const packageOf = (name: string, license: string) => ({ folder: '', manifest: { name, version: '1.0.0', license } });
  const own = { name: 'own', version: '2.0.0', license: 'MIT' };
  const text = describeBundle(own, [packageOf('@scope/a', 'ISC'), packageOf('b', '(MIT OR Apache-2.0)')]);
  expect(JSON.parse(text)).toEqual({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'pkg:npm/own@2.0.0',
        name: 'own',
        version: '2.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        purl: 'pkg:npm/own@2.0.0',
      },
    },
    components: [
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40scope/a@1.0.0',
        group: '@scope',
        name: 'a',
        version: '1.0.0',
        licenses: [{ license: { id: 'ISC' } }],
        purl: 'pkg:npm/%40scope/a@1.0.0',
      },
      {
        type: 'library',
        'bom-ref': 'pkg:npm/b@1.0.0',
        name: 'b',
        version: '1.0.0',
        licenses: [{ expression: '(MIT OR Apache-2.0)' }],
        purl: 'pkg:npm/b@1.0.0',
      },
    ],
    dependencies: [
      { ref: 'pkg:npm/own@2.0.0', dependsOn: ['pkg:npm/%40scope/a@1.0.0', 'pkg:npm/b@1.0.0'] },
      { ref: 'pkg:npm/%40scope/a@1.0.0' },
      { ref: 'pkg:npm/b@1.0.0' },
    ],
  });
});
