/** `vivarium compare`: a real service and the simulation of its document, in processes of their own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../../src/index.ts';
import { run } from '../../../cli/in-process.ts';
import { folderOf, root } from '../../../cli/process.ts';
import { type AnimalServiceOptions, type Bug, startAnimalService } from '../animal-service.ts';

const start = async (options: AnimalServiceOptions = {}) => {
  const service = await startAnimalService(options);
  onTestFinished(() => service.close());
  return service;
};

const document = join(root, 'spec/animal-store.yaml');

/** The differences, without their numbers of occurrences. */
const driftOf = (file: string): readonly string[] =>
  JSON.parse(readFileSync(file, 'utf8')).drift.map(
    ({ operation, kind, pointer, breaking }: Record<string, unknown>) =>
      `${operation} ${kind} ${pointer}${breaking ? ' breaking' : ''}`,
  );

const compare = async (url: string, ...args: readonly string[]) => {
  const folder = folderOf({});
  const result = await run(['compare', url, document, '--report', 'json=c.json', ...args], { cwd: folder });
  return { ...result, drift: driftOf(join(folder, 'c.json')) };
};

test.each(['shop.yaml', '../spec/animal-store.yaml'])('two Vivariums of %s do not differ', async (name) => {
  const file = join(root, 'docs', name);
  const vivarium = await createVivarium({ document: file, seed: 99 });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const { code, stdout, stderr } = await run(['compare', `${new URL(url).origin}/~other`, file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('behaves as the simulation of');
  expect(stdout).not.toContain('Differences');
  expect(vivarium.world('other').exchanges({ limit: 1 })).toHaveLength(1);
});

/** The service accepts a limit that is given twice, which the document does not allow. */
const usual = 'listPets status  breaking';

test.each<[Bug | undefined, readonly string[]]>([
  [undefined, []],
  ['created-with-200', ['createPet status  breaking']],
  ['wrong-content-type', ['listPets content-type  breaking', 'createPet content-type  breaking']],
  ['missing-property-in-list', ['listPets missing /*/name breaking']],
  ['id-as-text', ['listPets type /*/id breaking', 'getPet type /id breaking', 'createPet type /id breaking']],
  ['no-authentication-for-reading', ['getPet status  breaking']],
  ['write-lost', ['getPet status  breaking']],
  ['write-changed', ['getPet value /name', 'listPets value /*/name']],
])('a service with the bug %s', async (bug, expected) => {
  const { url } = await start(bug === undefined ? {} : { bug });
  const { code, drift, stdout } = await compare(url);
  expect(code).toBe(1);
  expect(drift.toSorted()).toEqual([usual, ...expected].toSorted());
  for (const line of expected) expect(stdout).toContain(line.split(' ')[1]);
});

test('reads before it writes, and a difference has a line that repeats the request, without the key', async () => {
  const service = await start({ bug: 'id-as-text', key: 'sesame-opens' });
  const folder = folderOf({});
  const reports = 'junit=c.xml,md=c.md,json=c.json,html=c.html';
  const { code, stdout, stderr } = await run(['compare', service.url, document, '--report', reports], {
    cwd: folder,
    env: { VIVARIUM_KEY: 'sesame-opens', GITHUB_ACTIONS: 'true' },
  });
  expect(code).toBe(1);
  const methods = service.requests.map((line) => line.split(' ')[0]);
  expect(methods.indexOf('POST')).toBeGreaterThan(10);
  expect(new Set(methods.slice(0, methods.indexOf('POST')))).toEqual(new Set(['GET']));
  expect(stdout).toContain(
    `curl -i --globoff --path-as-is -H "Authorization: Bearer $VIVARIUM_KEY" '${service.url}/v1`,
  );
  expect(stdout).toMatch(
    /::error title=Vivarium compare::getPet \/id: the value of another type is "\d+"; simulated: \d+/,
  );
  expect(stderr).toContain(`${service.url}/v1 differs from the simulation of Animal Store: 4 findings`);
  const texts = ['c.xml', 'c.md', 'c.json', 'c.html'].map((file) => readFileSync(join(folder, file), 'utf8'));
  for (const text of [stdout, stderr, ...texts]) expect(text).not.toContain('sesame');
  expect(JSON.parse(texts[2] as string)).toMatchObject({
    passed: false,
    url: `${service.url}/v1`,
    unjudged: null,
    operations: [{ operation: 'listPets', unjudged: null }, {}, {}, { unjudged: expect.any(String) }],
    drift: expect.arrayContaining([
      expect.objectContaining({
        operation: 'getPet',
        kind: 'type',
        pointer: '/id',
        breaking: true,
        repeat: expect.stringContaining(`'${service.url}/v1/pets/`),
      }),
    ]),
  });
});

test('--read-only changes nothing, and --operation judges only some operations', async () => {
  const service = await start({ bug: 'missing-property' });
  const { code, stdout } = await run(['compare', service.url, document, '--read-only', '--operation', 'getPet']);
  expect({ code }).toEqual({ code: 0 });
  expect(stdout).toContain(': 1 operation with');
  expect(service.requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

test('a service that rejects every key, does not respond, or has no address cannot be judged', async () => {
  const { url } = await start({ key: 'another-key' });
  expect(await run(['compare', url, document])).toMatchObject({
    code: 2,
    stderr: 'Nothing could be judged: every call with a credential was rejected (give one with --key).\n',
  });
  const lost = await start({ bug: 'connection-lost' });
  expect(await run(['compare', lost.url, document, '--operation', 'createPet'])).toMatchObject({
    code: 2,
    stderr: 'Nothing could be judged: no operation could be compared.\n',
  });
  expect(await run(['compare', 'http://127.0.0.1:1', document])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:1\S* did not respond to the first request: .*127\.0\.0\.1:1 cannot be reached: the connection was refused\./,
    ),
  });
});

test.each([
  [['http://user:sesame@127.0.0.1/'], 'the address must not contain a user name or a password'],
  [['http://127.0.0.1:1/', '--operation', 'listPet'], 'unknown operation "listPet". Did you mean "listPets"?'],
])('%j is rejected', async (args, message) => {
  const { code, stderr } = await run(['compare', ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(stderr).not.toContain('sesame');
});
