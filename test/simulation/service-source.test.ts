import { expect, test } from 'vitest';
import { chooseServices, type ServiceOptions, shippedDocument } from '../../src/simulation/service-source.ts';

const choose = (options: Partial<ServiceOptions>) =>
  chooseServices({
    document: [],
    services: {},
    overlay: [],
    base: undefined,
    nameOf: (name) => `--${name}`,
    ...options,
  });

test.each([
  ['specs/shop.yaml', 'shop'],
  ['shop.v2.openapi.yaml', 'shop'],
  ['.hidden.yaml', 'hidden'],
  ['https://example.com/specs/users.json?version=2', 'users'],
  ['file:///specs/shop.yaml', 'shop'],
  ['https://example.com/', 'service'],
])('the service of %s is named %s', async (document, name) => {
  const { list, origin } = await choose({ document: [document] });
  expect(list).toEqual([{ name, document, overlay: [], base: undefined }]);
  expect(origin).toBe('named');
});

test('a locale that there is not is the mistake of its option, not of the document', async () => {
  const refused = choose({ document: ['shop.yaml'], locale: 'PT_br' });
  await expect(refused).rejects.toThrow(/^--locale: @faker-js\/faker has no locale "PT_br"\. Did you mean "pt_BR"\?$/);
});

test('without a document, the shipped example is chosen', async () => {
  const { list, origin } = await choose({ overlay: ['ours.yaml'], base: '/v2' });
  expect(list).toEqual([{ name: 'animal-store', document: shippedDocument, overlay: ['ours.yaml'], base: '/v2' }]);
  expect(origin).toBe('shipped');
});

test('services of a configuration have its names', async () => {
  const shop = { document: 'a.yaml', overlay: ['ours.yaml'], base: '/shop' };
  expect((await choose({ services: { shop } })).list).toEqual([{ name: 'shop', ...shop }]);
});

test('several documents are several services', async () => {
  const { list } = await choose({ document: ['shop.yaml', 'users.yaml'] });
  expect(list.map(({ name }) => name)).toEqual(['shop', 'users']);
});

test('two services with one name are an error', async () => {
  await expect(choose({ document: ['a/shop.yaml', 'b/shop.json', 'c.yaml'] })).rejects.toThrow(
    '2 services would be named "shop": a/shop.yaml, b/shop.json. A service is named after its file',
  );
});

test.each([{ overlay: ['ours.yaml'] }, { base: '/v1' }])('%j cannot be used with several services', async (option) => {
  const message = `--${Object.keys(option)[0]} cannot be used with several services`;
  await expect(choose({ document: ['a.yaml', 'b.yaml'], ...option })).rejects.toThrow(message);
  const shop = { document: 'a.yaml', overlay: [], base: undefined };
  await expect(choose({ services: { shop }, ...option })).rejects.toThrow(message);
});
