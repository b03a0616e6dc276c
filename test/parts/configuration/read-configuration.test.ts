import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../../src/core/primitives/config-error.ts';
import { readConfiguration } from '../../../src/parts/configuration/read-configuration.ts';
import { folderOf } from '../../simulation/files.ts';

const read = async (text: string, name = 'vivarium.yaml') => {
  const folder = folderOf({ [name]: text });
  return { folder, ...(await readConfiguration(join(folder, name))) };
};

/** `line:column message hint` of each problem. */
const problemsOf = async (text: string, name?: string): Promise<readonly string[]> => {
  const error = await read(text, name).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigError)) throw error ?? new Error('It was read.');
  return error.problems.map(({ line, column, message, hint = '' }) => `${line}:${column} ${message} ${hint}`.trim());
};

test('the key $schema is for editors', async () => {
  expect(await read('{ "$schema": "node_modules/vivarium/schema/config.json", "port": 1 }')).toMatchObject({
    options: { port: 1 },
  });
  expect((await read('$schema: x\n')).options).toEqual({});
});

test.each([
  ['yaml', 'prot: 1\ntoken: geheim\nstore: redis://u:geheim@h\n'],
  ['block', 'token: |-\n  geheim\n  more-geheim\nprot: 1\n'],
  ['next line', 'token:\n  geheim\nprot: 1\n'],
  ['flow', '{ prot: 1, token: geheim }'],
  ['json', '{\n  "prot": 1,\n  "token": "geheim",\n  "store": "redis://u:geheim@h"\n}'],
  ['quoted', 'prot: 1\n"token" : geheim\n'],
  ['broken', 'port: 1\ntoken: "geheim\nprot: 1\n'],
  ['a wrong token', 'token: [geheim]\n'],
  ['a number', 'token: 4711 # geheim\n'],
])('no problem shows a token or the address of a store: %s', async (_, text) => {
  const error = (await read(text).catch((thrown: unknown) => thrown)) as ConfigError;
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).not.toMatch(/geheim|4711/);
  expect(error.problems[0]?.frame).toBeDefined();
});

test('a service of a name that objects have is reported', async () => {
  for (const name of ['__proto__', '-a'])
    expect(await problemsOf(`services:\n  shop: { document: a.yaml }\n  ${name}: { document: a.yaml }\n`)).toEqual([
      `3:3 "${name}" must be a name of letters, digits, - and _`,
    ]);
  const { services } = await read('services:\n  constructor: { document: a.yaml }\n');
  expect(Object.keys(services)).toEqual(['constructor']);
});

test('an empty file is a configuration without options', async () => {
  expect(await read('')).toMatchObject({ options: {}, services: {} });
  expect(await read('# nothing yet\n')).toMatchObject({ options: {}, services: {} });
});

test('keys are the long names of flags, and paths are relative to the file', async () => {
  const { folder, options } = await read(
    `document: specs/api.yaml
overlay: [ours.yaml, https://example.com/theirs.yaml]
scenarios: /elsewhere/scenarios
max-worlds: 5
show-credentials: true
fault: slow
base: /v2/
report: [junit=out/gate.xml, json=/tmp/gate.json]
`,
  );
  expect(options).toEqual({
    document: join(folder, 'specs/api.yaml'),
    overlay: [join(folder, 'ours.yaml'), 'https://example.com/theirs.yaml'],
    scenarios: '/elsewhere/scenarios',
    maxWorlds: 5,
    showCredentials: true,
    fault: 'slow',
    base: '/v2/',
    report: [`junit=${join(folder, 'out/gate.xml')}`, 'json=/tmp/gate.json'],
  });
});

test('several services, in JSON', async () => {
  const shop = { document: 'shop.yaml', overlay: 'ours.yaml' };
  const users = { document: 'https://example.com/users.yaml', base: '/users/v1/' };
  const { folder, services } = await read(JSON.stringify({ services: { shop, users } }), 'vivarium.json');
  expect(services).toEqual({
    shop: { document: join(folder, 'shop.yaml'), overlay: [join(folder, 'ours.yaml')], base: undefined },
    users: { document: 'https://example.com/users.yaml', overlay: [], base: '/users/v1' },
  });
});

test.each([
  ['prot: 1', ['1:1 unknown key "prot" Did you mean "port"?']],
  ['maxWorlds: 1', ['1:1 unknown key "maxWorlds" Did you mean "max-worlds"?']],
  ['config: other.yaml', [expect.stringMatching(/^1:1 unknown key "config" /)]],
  ['port: 1\nhost: [a]', ['2:7 host must be a non-empty string, not a list']],
  ['seed: 92233720368547758070', [expect.stringMatching(/^1:7 seed must be a whole number from .*, not 9223/)]],
  [
    'port: 70000\nlog: loud',
    [
      '1:7 port must be a whole number from 0 to 65535, not 70000',
      '2:6 log must be pretty, json or silent, not "loud"',
    ],
  ],
  ['port:\n', ['1:6 port must be a whole number from 0 to 65535, not empty']],
  ['fault: [slow, 5]', ['1:15 fault[1] must be a list of fault names, such as slow or slow@operation, not 5']],
  ['base: v1', ['1:7 base must be a path such as /v1, not "v1"']],
  [
    'fail-on: violation',
    [
      '1:10 fail-on must be a list of violations, unmatched, deprecated, unknown-parameters, drift, not "violation" Did you mean "violations"?',
    ],
  ],
  [
    'fail-on: [violation]',
    [expect.stringMatching(/^1:11 fail-on.* must be a list of violations, unmatched, deprecated/)],
  ],
  ['max-body: 2TB', ['1:11 max-body must be a size up to 1GiB, such as 500KB or 1MiB, not "2TB"']],
  ['- a', ['1:1 the configuration must be a map, not a list']],
  ['document: [a.yaml]', ['1:11 document must be a file or a URL, not a list']],
  ['services: {}', ['1:11 services must be a map of names and services, with at least one service, not an empty map']],
  ['services: { shop: shop.yaml }', ['1:19 services.shop must be a map, not "shop.yaml"']],
  ['services: { shop: {} }', ['1:19 services.shop.document is missing: it must be a file or a URL']],
  ['services: { a.b: { document: a.yaml } }', ['1:13 "a.b" must be a name of letters, digits, - and _']],
  [
    'services:\n  shop: { document: a.yaml, bse: /v1 }',
    ['2:29 unknown key "bse" in services.shop Did you mean "base"?'],
  ],
  [
    'document: a.yaml\nservices: { b: { document: b.yaml } }',
    ['2:1 "document" and "services" cannot be used together Write the document as one of the services.'],
  ],
  ['port: [', ['1:7 the "[" that begins here does not end Write "]" where it ends.']],
  ['port: 1\nport: 2', ['2:1 the key port is duplicated Keep one of them.']],
])('%j is reported with its location', async (text, problems) => {
  expect(await problemsOf(text)).toEqual(problems);
});

test('a syntax error of JSON is reported with its location', async () => {
  expect(await problemsOf('{ "port": 1, }', 'vivarium.json')).toEqual([expect.stringMatching(/^1:\d+ /)]);
});

test('a file that cannot be read is named', async () => {
  await expect(readConfiguration('nowhere/vivarium.yaml')).rejects.toThrow(
    'nowhere/vivarium.yaml: there is no such file',
  );
});

test('a file of more than 1 MiB is rejected', async () => {
  await expect(read('#'.repeat(1024 * 1024))).resolves.toMatchObject({ options: {} });
  await expect(read('#'.repeat(1024 * 1024 + 1))).rejects.toThrow('vivarium.yaml: this is larger than 1 MiB');
});
