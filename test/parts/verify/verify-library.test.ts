/** `verifyService` with another document than that of the animal store: nested items, an envelope, PUT and DELETE, an API key. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import { createJudge, type Judge } from '../../../src/parts/verify/prism.ts';
import { createClient } from '../../../src/parts/verify/requests.ts';
import { type VerifyOptions, type VerifyResult, verifyService } from '../../../src/parts/verify/verify.ts';
import { readyService } from '../../core/helpers.ts';
import { fetchFromLibrary, type LibraryBug, wrongBehaviour, wrongResponses } from './library-service.ts';

const { document } = await loadDocument(join(import.meta.dirname, 'library.yaml'));
const service = await readyService(document);
const judge = await createJudge(service);

/** Finds nothing: for what is found without it. */
const noJudge: Judge = () => ({ violations: [] });

const verify = (bug: LibraryBug | undefined, options: Partial<VerifyOptions> = {}): Promise<VerifyResult> => {
  const client = { baseUrl: 'http://library.test/api', timeoutMs: 10_000, rate: undefined };
  const send = createClient({ ...client, credentials: { key: 'secret', headers: [] }, fetch: fetchFromLibrary(bug) });
  const now = Date.UTC(2030, 0, 1);
  return verifyService(service, { send, judge, seed: 1, now, isReadOnly: false, only: [], ...options });
};

const findingsFor = async (...given: Parameters<typeof verify>): Promise<readonly string[]> => {
  const { operations } = await verify(...given);
  expect(operations.filter(({ unjudged }) => unjudged !== undefined)).toEqual([]);
  return operations.flatMap(({ operation, findings }) =>
    findings.map(({ label, message }) => `${operation.name} ${label}: ${message}`),
  );
};

test.each([1, 2, 3])('a correct service has no finding with the seed %d', async (seed) => {
  expect(await findingsFor(undefined, { seed })).toEqual([]);
});

/** The operation that the finding names: the requests of all others take longer. */
const concerned = (expected: string): readonly string[] =>
  service.operations.map(({ name }) => name).filter((name) => expected.startsWith(`${name} `));

test.each(Object.entries(wrongResponses))('the bug %s is found', async (bug, expected) => {
  const only = concerned(expected);
  expect(await findingsFor(bug as LibraryBug, { only })).toContainEqual(expect.stringContaining(expected));
});

test('a correct service has no finding without a judge', async () => {
  expect(await findingsFor(undefined, { judge: noJudge })).toEqual([]);
});

test.each(Object.entries(wrongBehaviour))('the bug %s is found without a judge', async (bug, expected) => {
  const options = { judge: noJudge, only: concerned(expected) };
  expect(await findingsFor(bug as LibraryBug, options)).toContainEqual(expect.stringContaining(expected));
});

test('each operation gets its kinds of requests, in an order in which each has its item', async () => {
  const answers: Judge = (_operation, { status }) => ({ violations: [], unjudged: String(status) });
  const progress: string[] = [];
  const onProgress = (...step: readonly unknown[]) => progress.push(step.join(' '));
  const { operations, credentials } = await verify(undefined, { judge: answers, onProgress });
  expect(progress).toEqual([
    ...['0 7 createShelf', '1 7 listShelves', '2 7 createBook', '3 7 listBooks', '4 7 getBook', '5 7 replaceBook'],
    '6 7 deleteBook',
  ]);
  expect(credentials).toEqual({ accepted: 225, rejected: 0 });
  const notes = new Map(operations.map((each) => [each.operation.name, each.notes]));
  const unauthorized = ['without a credential: 401', 'with a wrong credential: 401'];
  const wrongShelf = ['not-a-value', '-1', '0', '1.5'].map((id) => `with path.shelfId=${id}: 404`);
  const unusual = ['shelfId', 'bookId'].map((name) => `with an unusual path.${name}: 404`);
  const missing = 'for an item that does not exist: 404';
  const wrongTexts = ['not-a-value', '-1', '0', '1000000', '1.5', '99999999999999999999'];
  const wrongLent = wrongTexts.map((value) => `with query.lent=${value}: 400`);
  expect(notes.get('listShelves')).toEqual(['as a valid request: 200', ...unauthorized]);
  expect(notes.get('listBooks')).toEqual([
    ...['as a valid request: 200', ...unauthorized, 'with query.lent=false: 200'],
    ...['with query.author=Aracely%20Schuster: 200', ...wrongShelf, ...wrongLent, unusual[0]],
    ...['with an unusual query.lent: 400', 'with an unusual query.author: 200', 'with lent=true: 200'],
    ...['with lent=false: 200', 'with author=Ada Holt: 200', expect.stringContaining(`with author='";--<b>`)],
    ...['with author=: 200', `with author=${'long '.repeat(8).slice(0, 39)}…: 200`, 'with author=\ud800: 200'],
    'with author=vivarium-no-such-value: 200',
  ]);
  expect(notes.get('getBook')).toEqual([
    'as a valid request: 200',
    ...unauthorized,
    missing,
    ...wrongShelf,
    ...unusual,
  ]);
  expect(notes.get('deleteBook')).toEqual([
    ...[...unauthorized, 'as a valid request: 204', missing, ...wrongShelf, ...unusual],
  ]);
  const invalid = (note: string): boolean => /^with a wrong [^c]|^without (?!a )| as the body/.test(note);
  const unusualBodies = [
    ...['with quotes, emoji and control characters', 'with empty texts', 'with long texts', 'with a lone surrogate'],
    ...['with empty lists', 'with undeclared properties'],
  ];
  expect(notes.get('createBook')?.filter((note) => !invalid(note))).toEqual([
    ...['as a valid request: 201', 'with the required properties: 201', 'with lent true: 201', 'with lent false: 201'],
    ...[...unauthorized, 'with a body that is not JSON: 422', 'without a body: 422'],
    ...[...unusualBodies.map((label) => `${label}: 201`), 'with another media type: 422', ...wrongShelf, unusual[0]],
  ]);
  expect(notes.get('createBook')?.filter(invalid)).toHaveLength(19);
  expect(notes.get('replaceBook')?.filter((note) => !invalid(note))).toEqual([
    ...['as a valid request: 200', ...unauthorized, missing, 'with a body that is not JSON: 422'],
    ...['without a body: 422', ...unusualBodies.map((label) => `${label}: 200`), 'with another media type: 422'],
    ...[...wrongShelf, ...unusual],
  ]);
});

test('a read-only run only reads, and a selected operation gets the items that it needs', async () => {
  const results = async (options: Partial<VerifyOptions>) =>
    (await verify(undefined, { judge: noJudge, ...options })).operations.map(
      ({ operation: { name }, statuses, unjudged }) => [name, unjudged ?? [...statuses.keys()].join(' ')],
    );
  const readOnly = 'it may change data: read-only';
  expect(await results({ isReadOnly: true })).toEqual([
    ['listShelves', '200 401'],
    ['createShelf', readOnly],
    ['listBooks', '200 400 401 404'],
    ['createBook', readOnly],
    ['getBook', '401 404'],
    ['replaceBook', readOnly],
    ['deleteBook', readOnly],
  ]);
  const steps: unknown[] = [];
  const onProgress = (_done: number, _total: number, name: string) => steps.push(name);
  expect(await results({ only: ['getBook'], onProgress })).toEqual([['getBook', '200 401 404']]);
  expect(steps).toEqual(['createShelf', 'listShelves', 'createBook', 'listBooks', 'getBook']);
});
