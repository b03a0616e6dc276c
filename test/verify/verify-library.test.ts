/** `verifyService` with another document than that of the animal store: nested items, an envelope, PUT and DELETE, an API key. */
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/core/service/service.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { createJudge, type Judge } from '../../src/verify/prism.ts';
import { createClient } from '../../src/verify/requests/client.ts';
import { verifyService } from '../../src/verify/verify.ts';
import { readyService } from '../core/helpers.ts';
import { type LibraryBug, libraryBugs, startLibrary } from './library-service.ts';

let service: Service;
let judge: Judge;
beforeAll(async () => {
  const { document } = await loadDocument(join(import.meta.dirname, 'library.yaml'));
  service = await readyService(document);
  judge = await createJudge(service);
});

const findingsFor = async (bug: LibraryBug | undefined, seed = 1): Promise<readonly string[]> => {
  const { url, close } = await startLibrary(bug);
  onTestFinished(close);
  const credentials = { key: 'secret', headers: [] };
  const send = createClient({ baseUrl: `${url}/api`, credentials, timeoutMs: 10_000, rate: undefined });
  const now = Date.UTC(2030, 0, 1);
  const { operations } = await verifyService(service, { send, judge, seed, now, isReadOnly: false, only: [] });
  expect(operations.filter(({ unjudged }) => unjudged !== undefined)).toEqual([]);
  return operations.flatMap(({ operation, findings }) =>
    findings.map(({ label, message }) => `${operation.name} ${label}: ${message}`),
  );
};

test.each([1, 2, 3])('a correct service has no finding with the seed %d', async (seed) => {
  expect(await findingsFor(undefined, seed)).toEqual([]);
});

test.each(Object.entries(libraryBugs))('the bug %s is found', async (bug, expected) => {
  expect(await findingsFor(bug as LibraryBug)).toContainEqual(expect.stringContaining(expected));
});
