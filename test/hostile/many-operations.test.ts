/** Documents with many operations, of which each could belong to each other, are compiled in time. */
import { expect, test } from 'vitest';
import { serviceOf } from '../openapi/documents.ts';
import { declared, inQuery, integer, listOf, object, operation, ref, text } from '../short-document.ts';
import { cpuLimit, startUsage } from './cpu.ts';

const maxCpuSeconds = 2;
const count = 800;

/** All are alike but for a name deep in them. */
const alike = (index: number) =>
  object({ id: text, a: text, b: text, c: text, z: object({ [`property${index}`]: text }) });

/** Collections with the same noun, whose items are alike but for one name. */
const collection = (noun: string, index: number) => ({
  [`/a${index}/${noun}`]: { get: operation(listOf(flat(index))), post: operation(flat(index), { takes: flat(index) }) },
  [`/a${index}/${noun}/{id}`]: { get: operation(flat(index)) },
});
const flat = (index: number) => object({ id: text, name: text, a: text, [`property${index}`]: text });
const wrapped = (index: number) => object({ ok: text, data: flat(index) });

/** Nothing is alike but the id. */
const unlike = (index: number | string) => object({ id: text, [`a${index}`]: text, [`b${index}`]: text });

/** One response with as many lists as operations that show one of them. */
const lists = object({
  ...{ next: text, total: integer },
  ...Object.fromEntries(Array.from({ length: 3 * count }, (_, index) => [`items${index}`, listOf(unlike(index))])),
});

const numbered = Array.from({ length: count }, (_, index) => `property${index}`);
const wide = object({ id: text, attributes: object(Object.fromEntries(numbered.map((name) => [name, text]))) });
const item = object({ id: text, ...Object.fromEntries(numbered.map((name) => [name, text])) });
const references = object(Object.fromEntries(numbered.map((name) => [`other_${name}_id`, text])));
const filters = numbered.map((name) => inQuery(`other_${name}`));

test.each<[string, (index: number) => object, number?]>([
  [
    'accounts and registrations',
    (index) => ({
      [`/a${index}/me`]: { get: operation(object({ id: text, email: text, [`p${index}`]: text })) },
      [`/b${index}/register`]: { post: operation(object({ ok: text }), { takes: object({ email: text }) }) },
    }),
  ],
  [
    'jobs and what starts them',
    (index) => ({
      [`/a${index}/{job${index}Id}`]: { get: operation(object({ id: text, status: text })) },
      [`/b${index}/start`]: { post: operation(object({ [`job${index}Id`]: text })) },
    }),
  ],
  [
    'jobs with the same start and an id without a name',
    (index) => ({
      [`/x/a${index}/{job${index}Id}`]: { get: operation(object({ id: text, status: text })) },
      [`/x/b${index}`]: { post: operation(object({ data: object({ id: text, state: text }) })) },
    }),
  ],
  [
    'starts that return an id which the paths of as many jobs have',
    (index) => ({
      [`/exports${index}`]: { post: operation(object({ jobId: text, status: text })) },
      [`/jobs${index}/{jobId}`]: { get: operation(object({ id: text, status: text })) },
    }),
    4,
  ],
  [
    'lists whose items are alike but for one name',
    (index) => ({
      [`/a${index}`]: { get: operation(listOf(alike(index))) },
      [`/b${index}`]: { get: operation(listOf(alike(-index))) },
    }),
  ],
  [
    'creations below other items',
    (index) => ({
      ...collection('things', index),
      [`/b${index}s/{b${index}Id}/things`]: { post: operation(wrapped(-index), { takes: wrapped(-index) }) },
    }),
  ],
  [
    'creations at paths with another beginning',
    (index) => ({
      ...collection('things', index),
      [`/b${index}/things`]: { post: operation(wrapped(-index), { takes: wrapped(-index) }) },
    }),
  ],
  [
    'users and accounts of the caller',
    (index) => ({ ...collection('users', index), [`/b${index}/me`]: { get: operation(wrapped(-index)) } }),
  ],
  [
    'users and logins',
    (index) => ({
      ...collection('users', index),
      [`/b${index}/login`]: { post: operation(wrapped(-index), { takes: object({ name: text }) }) },
    }),
  ],
  [
    'parameters of a list whose items have as many attributes',
    (index) => ({
      '/a': { get: operation(listOf(wide), { parameters: filters }) },
      [`/b${index}`]: { get: operation(text) },
    }),
  ],
  [
    'requests with references, as many as the item has properties',
    (index) => ({
      [`/a${index % 40}s`]: { get: operation(listOf(item)), post: operation(item, { takes: references }) },
    }),
  ],
  [
    'lists without other operations, and as many collections of other things',
    (index) => ({
      [`/a${index}/things`]: { get: operation(listOf(unlike(index))) },
      [`/b${index}/things`]: {
        get: operation(listOf(unlike(-index))),
        post: operation(unlike(-index), { takes: unlike(-index) }),
      },
      [`/b${index}/things/{id}`]: { get: operation(unlike(-index)) },
    }),
    4,
  ],
  [
    'collections that are only read, and as many of the same noun with other things',
    (index) => ({
      [`/a${index}/things`]: { get: operation(listOf(unlike(index))) },
      [`/a${index}/things/{id}`]: { get: operation(unlike(index)) },
      [`/b${index}/things`]: {
        get: operation(listOf(unlike(-index))),
        post: operation(unlike(-index), { takes: unlike(-index) }),
      },
      [`/b${index}/things/{id}`]: { get: operation(unlike(-index)) },
    }),
    3,
  ],
  [
    'actions of one item',
    (index) => ({
      '/things': { get: operation(listOf(flat(0))), post: operation(flat(0), { takes: flat(0) }) },
      '/things/{id}': { get: operation(flat(0)) },
      [`/things/{id}/un${index}lock`]: { post: operation(flat(0)) },
    }),
    4,
  ],
  [
    'lists of one response',
    (index) => ({
      [`/items${index}`]: {
        get: operation(ref('Lists'), { parameters: [inQuery('cursor'), inQuery('limit', integer)] }),
        post: operation(unlike(index), { takes: unlike(index) }),
      },
    }),
    3,
  ],
])('%s', (_name, pathsFor, times = 1) => {
  const paths = Array.from({ length: times * count }, (_, index) => pathsFor(index));
  const endUsage = startUsage();
  serviceOf(declared(Object.assign({}, ...paths), text), { schemas: { Lists: lists } });
  const cpuSeconds = endUsage()?.cpuSeconds ?? 0;
  expect(cpuSeconds).toBeLessThan(cpuLimit(cpuSeconds, times * maxCpuSeconds));
});
