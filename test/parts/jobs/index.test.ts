/** Work that takes its time: an operation starts it, and another one shows how far it is. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, nothing, serviceFor } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

type Paths = Record<string, Record<string, object>>;

const started = (answer: object, takes: object | undefined = object({ prompt: text })) => ({
  post: operation(answer, { takes, status: 202 }),
});
const shown = (name: string, answer: object) => ({ parameters: [inPath(name, text)], get: operation(answer) });

const Job = object({ job_id: text, status: { enum: ['queued', 'running', 'done'] }, result: object({}) }, ['status']);

test.each<[string, Paths, (id: string) => string, string]>([
  [
    'below the same segment',
    {
      '/video/generate': started(object({ job_id: text, status: text }, ['job_id'])),
      '/video/status/{job_id}': shown('job_id', ref('Job')),
    },
    (id) => `/video/status/${id}`,
    'job_id',
  ],
  [
    'elsewhere, by an `id`',
    {
      '/exports': started(object({ jobId: text }, ['jobId'])),
      '/jobs/{jobId}': shown('jobId', object({ id: text, status: text }, ['id', 'status'])),
    },
    (id) => `/jobs/${id}`,
    'jobId',
  ],
  [
    'by the full name of its id, beside another with the same start',
    {
      '/video/generate': started(object({ data: object({ clipId: text, status: text }, ['clipId']) }, ['data'])),
      '/video/clips/{clipId}': shown('clipId', object({ clipId: text, status: text }, ['clipId', 'status'])),
      '/video/movies/{movieId}': shown('movieId', object({ movieId: text, status: text }, ['movieId', 'status'])),
    },
    (id) => `/video/clips/${id}`,
    'data.clipId',
  ],
  [
    'without its id',
    {
      '/reports/run': started(object({ task_id: text }, ['task_id'])),
      '/tasks/{task_id}/status': shown('task_id', object({ status: text }, ['status'])),
    },
    (id) => `/tasks/${id}/status`,
    'task_id',
  ],
])('a job that was started is shown %s', async (_case, paths, pathOf, name) => {
  const client = await servePaths(paths, { Job });
  const start = Object.keys(paths)[0] as string;
  const { status, body } = await client.send('POST', start, { prompt: 'A boat' });
  const id = name.split('.').reduce((value, key) => value[key], body);
  expect([status, typeof id]).toEqual([202, 'string']);
  const read = await client.get(pathOf(id));
  expect([read.status, read.body.status]).toEqual([200, body.status ?? read.body.status]);
  expect((await client.get(pathOf('none'))).status).toBe(404);
});

test('a job of another item needs that item, and jobs that are listed can be started anywhere', async () => {
  const Film = object({ id: integer, title: text }, ['id']);
  const client = await servePaths(
    {
      '/films': { get: operation(listOf(Film)), post: operation(Film, { takes: object({ title: text }) }) },
      '/films/{id}/convert': { post: operation(object({ job_id: text }, ['job_id']), { status: 202 }) },
      '/jobs': { get: operation(listOf(ref('Job'))) },
      '/jobs/{job_id}': { ...shown('job_id', ref('Job')), delete: nothing },
    },
    { Job: { ...Job, required: ['job_id', 'status'] } },
  );
  expect((await client.send('POST', '/films/1/convert')).status).toBe(404);
  await client.send('POST', '/films', { title: 'Boats' });
  const { body } = await client.send('POST', '/films/1/convert');
  expect((await client.get('/jobs')).body).toEqual([{ job_id: body.job_id, status: 'queued' }]);
});

const machine = {
  '/machines': {
    get: operation(listOf(ref('Machine'))),
    post: operation(ref('Machine'), { takes: object({ name: text }) }),
  },
  '/machines/{id}': { get: operation(ref('Machine')) },
};
const Machine = object({ id: integer, name: text, status: { enum: ['running', 'stopped'] } }, ['id']);

test.each<[string, string, string, Paths]>([
  ['a login', '/auth/login', '-', { '/sessions/{session_id}': shown('session_id', object({ status: text })) }],
  ['a verification of a user', '/verify', '-', { '/users/{user_id}': shown('user_id', object({ status: text })) }],
  ['without a status', '/runs', '-', { '/jobs/{job_id}': shown('job_id', object({ job_id: text, name: text })) }],
  [
    'with the id in its body',
    '/pay',
    '-',
    { '/jobs/{job_id}': shown('job_id', ref('Job')), '/pay': started(ref('Job'), object({ job_id: text })) },
  ],
  [
    'which of two is unknown',
    '/go',
    '-',
    { '/a/{job_id}': shown('job_id', ref('Job')), '/b/{job_id}': shown('job_id', ref('Job')) },
  ],
  [
    'which of two with the same start is unknown',
    '/video/go',
    '-',
    {
      '/video/go': started(object({ id: text, state: text })),
      '/video/a/{a_id}': shown('a_id', ref('Job')),
      '/video/b/{b_id}': shown('b_id', ref('Job')),
    },
  ],
  [
    'what has an id of its own',
    '/orders',
    '-',
    {
      '/orders': {
        post: operation(object({ id: text, job_id: text }), { takes: object({ name: text }), status: 201 }),
      },
      '/jobs/{job_id}': shown('job_id', ref('Job')),
    },
  ],
  [
    'whose path speaks of no work',
    '/auth/token/refresh',
    '-',
    {
      '/auth/token/refresh': {
        post: operation(object({ job_id: text, token: text }), { takes: object({ name: text }) }),
      },
      '/jobs/{job_id}': shown('job_id', ref('Job')),
    },
  ],
  [
    'that cancels what runs',
    '/jobs/cancel',
    '-',
    {
      '/jobs/cancel': { post: operation(object({ job_id: text, note: text }), { takes: object({ name: text }) }) },
      '/jobs/{job_id}': shown('job_id', ref('Job')),
    },
  ],
  [
    'that changes an item',
    '/machines/{id}/stop',
    'machines.about',
    { ...machine, '/jobs/{job_id}': shown('job_id', ref('Job')) },
  ],
])('%s starts no job', (_case, path, expected, others) => {
  const answer = object({ job_id: text, user_id: text, session_id: text, state: text });
  const service = serviceFor({ [path]: started(answer), ...others }, { Job, Machine });
  expect(boundIn(service)[`POST ${path}`]).toBe(expected);
});
