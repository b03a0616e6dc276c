/** Creations at the id of their parent. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, serviceFor } from '../../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const schemas = {
  Project: object({ id: integer, name: text }, ['id']),
  Task: object({ id: integer, projectId: integer, title: text }, ['id', 'projectId', 'title']),
};
const takes = object({ title: text }, ['title']);
const projects = {
  '/projects': {
    get: operation(listOf(ref('Project'))),
    post: operation(ref('Project'), { takes: object({ name: text }), status: 201 }),
  },
  '/projects/{id}': { get: operation(ref('Project')) },
};
const task = { get: operation(ref('Task')), put: operation(ref('Task'), { takes }) };

test.each([
  ['/task', '/task/{taskId}'],
  ['/tasks', '/tasks/{id}'],
])('%s/{projectId} creates in the project, which must exist', async (stem, item) => {
  const client = await servePaths(
    {
      ...projects,
      [`${stem}/{projectId}`]: { post: operation(ref('Task'), { takes }) },
      [item]: task,
      [`${stem}/of/{projectId}`]: { get: operation(listOf(ref('Task'))) },
    },
    schemas,
  );
  const { body: project } = await client.send('POST', '/projects', { name: 'a' });
  const { body } = await client.send('POST', `${stem}/${project.id}`, { title: 'new' });
  expect(body).toMatchObject({ projectId: project.id, title: 'new' });
  expect((await client.get(`${stem}/${body.id}`)).body).toEqual(body);
  expect((await client.get(`${stem}/of/${project.id}`)).body).toEqual([body]);
  expect((await client.send('POST', `${stem}/99`, { title: 'new' })).status).toBe(404);
});

test.each([
  ['alone', {}],
  ['beside all', { '/tasks': { get: operation(listOf(ref('Task'))) } }],
])('/tasks/{projectId} lists and creates those of a project: %s', async (_case, others) => {
  const paths = {
    ...projects,
    ...others,
    '/tasks/{projectId}': { get: operation(listOf(ref('Task'))), post: operation(ref('Task'), { takes, status: 201 }) },
  };
  const { get, send } = await servePaths(paths, schemas);
  const { body: one } = await send('POST', '/projects', { name: 'a' });
  const { body: other } = await send('POST', '/projects', { name: 'b' });
  const { body } = await send('POST', `/tasks/${one.id}`, { title: 'new' });
  expect(body).toMatchObject({ projectId: one.id, title: 'new' });
  expect((await get(`/tasks/${one.id}`)).body).toEqual([body]);
  expect((await get(`/tasks/${other.id}`)).body).toEqual([]);
  expect((await send('POST', '/tasks/99', { title: 'new' })).status).toBe(404);
});

test.each([
  ['with the id of the thing itself', '/tasks/{taskId}', task],
  ['where nothing else has another id', '/tasks/{projectId}', {}],
])('a change stays one: %s', (_case, path, others) => {
  const service = serviceFor(
    {
      '/tasks': { get: operation(listOf(ref('Task'))) },
      [path]: { ...others, post: operation(ref('Task'), { takes }) },
    },
    schemas,
  );
  expect(boundIn(service)[`POST ${path}`]).toBe('tasks.update');
});
