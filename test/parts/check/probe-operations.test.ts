/** The search for operations that a request cannot use as the document describes them. */
import { expect, test } from 'vitest';
import { maxStepsPerItem, maxStepsToProbe } from '../../../src/core/primitives/step-budget.ts';
import type { Generate } from '../../../src/core/service/check.ts';
import { probeOperations } from '../../../src/parts/check/probe-operations.ts';
import { readyServiceOf } from '../../openapi/documents.ts';

const content = (schema: object) => ({ 'application/json': { schema } });
const operation = (takes: object) => ({
  requestBody: { content: content(takes) },
  responses: { 204: { description: '' } },
});

test('a body of which no valid value is found is a problem of its operation', async () => {
  const impossible = { type: 'string', enum: ['a'], maxLength: 0 };
  const service = await readyServiceOf({ '/a': { post: operation({}) }, '/b': { post: operation(impossible) } });
  expect(probeOperations(service)).toEqual([
    {
      code: 'VIV_DOCUMENT_PART_UNUSABLE',
      pointer: '/paths/~1b/post',
      message: expect.stringMatching(/^no valid application\/json body was found \(.+\); requests may be rejected$/),
    },
  ]);
});

test('the place of a problem is that of the operation in the document, whatever its path is served as', async () => {
  const shared = { $ref: '#/components/pathItems/Shared' };
  const service = await readyServiceOf(
    { 'a?b=1': { get: {} }, '/c': shared },
    { components: { pathItems: { Shared: { put: { responses: {} } } } } },
  );
  expect(probeOperations(service).map(({ pointer }) => pointer)).toEqual([
    '/paths/a?b=1/get',
    '/components/pathItems/Shared/put',
  ]);
});

test('all operations share the steps; the first one without any is reported', async () => {
  const paths = Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, { post: operation({}) }]));
  const service = await readyServiceOf(paths);
  let generated = 0;
  const generate: Generate = ({ budget }) => {
    generated++;
    budget?.spend((maxStepsToProbe + 4 * maxStepsPerItem) / 2.5);
    return {};
  };
  const operations = service.operations.map((one) => ({
    ...one,
    body: one.body && { ...one.body, contents: one.body.contents.map((each) => ({ ...each, generate })) },
  }));
  expect(probeOperations({ ...service, operations })).toEqual([
    {
      code: 'VIV_DOCUMENT_PART_UNUSABLE',
      pointer: '/paths/~1c/post',
      message: expect.stringContaining('the values of this operation and of those after it were not generated'),
    },
  ]);
  expect(generated).toBe(3);
});
