import { join } from 'node:path';
import { expect, test } from 'vitest';
import { combineOptions, findConfiguration } from '../../src/simulation/combine-options.ts';
import { folderOf } from './files.ts';

const combine = async (text: string, values: Readonly<Record<string, unknown>> = {}) => {
  const folder = folderOf({ 'vivarium.yaml': text });
  const file = join(folder, 'vivarium.yaml');
  return { folder, file, ...(await combineOptions({ values, nameOf: (name) => `--${name}` }, file)) };
};

test('a given option overrides that of the file', async () => {
  const { values, nameOf, file } = await combine('port: 1\nseed: 2\n', { port: 3 });
  expect(values).toEqual({ port: 3, seed: 2 });
  expect(['port', 'seed', 'host'].map(nameOf)).toEqual(['--port', `"seed" in ${file}`, '--host']);
});

test('the documents of the file are used if none is given', async () => {
  const one = await combine('document: a.yaml\n');
  expect(one.values).toEqual({ document: join(one.folder, 'a.yaml') });
  expect(one.namedIn).toBe(one.file);
  const several = await combine('services: { shop: { document: a.yaml } }\n');
  expect(Object.keys(several.services)).toEqual(['shop']);
  expect(several.namedIn).toBe(several.file);
});

test.each(['document: a.yaml', 'services: { shop: { document: a.yaml } }'])(
  'given documents replace %j',
  async (text) => {
    const given = { document: ['b.yaml'] };
    expect(await combine(`${text}\nport: 1\n`, given)).toMatchObject({
      values: { document: ['b.yaml'], port: 1 },
      services: {},
      namedIn: undefined,
    });
  },
);

const ofOwn = 'handlers: h.ts\nscenario: mine\nscenarios: theirs\noverlay: fix.yaml\nport: 1\n';

test.each(['document: a.yaml', 'services: { shop: { document: a.yaml } }'])(
  'with %j, a document of others is without what belongs to its own',
  async (text) => {
    const { values, leftOut, file, folder } = await combine(`${text}\n${ofOwn}`, { document: ['b.yaml'] });
    expect(values).toEqual({ document: ['b.yaml'], port: 1 });
    expect(leftOut).toBe(`without the handlers and scenarios of ${file}, which is for ${join(folder, 'a.yaml')}`);
    const own = await combine(`${text}\n${ofOwn}`, {});
    expect(own.leftOut).toBeUndefined();
    expect(own.values.handlers).toBe(join(own.folder, 'h.ts'));
  },
);

test("a document that is the file's own, or a file that names none, keeps them", async () => {
  const folder = folderOf({ 'vivarium.yaml': `document: a.yaml\n${ofOwn}`, 'none.yaml': ofOwn });
  const given = (document: string) => ({ values: { document: [document], seed: 5 }, nameOf: String });
  const own = await combineOptions(given(join(folder, '.', 'a.yaml')), join(folder, 'vivarium.yaml'));
  expect(own).toMatchObject({ values: { scenario: 'mine', port: 1, seed: 5 } });
  expect(own.leftOut).toBeUndefined();
  const none = await combineOptions(given('other.yaml'), join(folder, 'none.yaml'));
  expect(none).toMatchObject({ values: { handlers: join(folder, 'h.ts') } });
});

test('without a file, only the given options count', async () => {
  const combined = await combineOptions({ values: { port: 1 }, nameOf: String }, undefined);
  expect(combined).toMatchObject({ values: { port: 1 }, services: {}, namedIn: undefined });
});

test.each(['vivarium.yaml', 'vivarium.yml', 'vivarium.json'])('%s is found', (name) => {
  const folder = folderOf({ [name]: '' });
  expect(findConfiguration(folder)).toBe(join(folder, name));
});

test('two configuration files are an error', () => {
  const folder = folderOf({ 'vivarium.yaml': '', 'vivarium.json': '{}' });
  expect(() => findConfiguration(folder)).toThrow(
    /^there are 2 configuration files: .*vivarium\.yaml and .*vivarium\.json/,
  );
  expect(findConfiguration(folderOf({}))).toBeUndefined();
});
