import { describe, expect, test } from 'vitest';
import { countedNoun } from '../../../src/parts/counts/index.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing, pathsOf, saving, serviceFor, things } from '../../openapi/resources/small.ts';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const schemas = {
  Project: object({ id: integer, name: text, taskCount: integer }, ['id', 'name']),
  NewProject: object({ name: text }, ['name']),
  Task: object({ id: integer, title: text }, ['id', 'title']),
  NewTask: object({ title: text }, ['title']),
};

const newProject = { takes: ref('NewProject') };
const project = {
  '/projects': collection(ref('Project'), newProject),
  '/projects/{projectId}': { get: operation(ref('Project')), put: operation(ref('Project'), newProject) },
};

const nested = {
  ...project,
  '/projects/{projectId}/tasks': collection(ref('Task'), { takes: ref('NewTask') }),
  '/projects/{projectId}/tasks/{taskId}': { get: operation(ref('Task')), delete: nothing },
  '/projects/{projectId}/tasks/count': { get: operation(object({ count: integer }, ['count'])) },
};

describe('a number in an item that is named after a collection below it', () => {
  test('counts the items that the start of a world generates', async () => {
    const Project = object({ id: integer, name: text, taskCount: integer }, ['id', 'name', 'taskCount']);
    const { get } = await servePaths(nested, { ...schemas, Project }, 'default');
    for (const { id, taskCount } of (await get('/projects')).body)
      expect((await get(`/projects/${id}/tasks`)).body).toHaveLength(taskCount);
  });

  test('follows creations and deletions, and replacements keep it', async () => {
    const { get, send } = await servePaths(nested, schemas);
    expect((await send('POST', '/projects', { name: 'one' })).body).toMatchObject({ taskCount: 0 });
    await send('POST', '/projects', { name: 'two' });
    await send('POST', '/projects/1/tasks', { title: 'a' });
    await send('POST', '/projects/1/tasks', { title: 'b' });
    expect((await get('/projects')).body.map(({ taskCount }: { taskCount: number }) => taskCount)).toEqual([2, 0]);
    await send('DELETE', '/projects/1/tasks/1');
    expect((await send('PUT', '/projects/1', { name: 'other' })).body).toMatchObject({ name: 'other', taskCount: 1 });
    expect((await get('/projects/1')).body.taskCount).toBe(1);
  });

  test('counts items that name their owner, also after they move', async () => {
    const patch = operation(ref('Task'), { takes: object({ projectId: integer }) });
    const { get, send } = await servePaths(
      { ...project, '/tasks': collection(ref('Task')), '/tasks/{taskId}': { get: operation(ref('Task')), patch } },
      { ...schemas, Task: object({ id: integer, title: text, projectId: integer }, ['title']) },
    );
    await send('POST', '/projects', { name: 'one' });
    await send('POST', '/projects', { name: 'two' });
    await send('POST', '/tasks', { title: 'a', projectId: 1 });
    expect((await get('/projects/1')).body.taskCount).toBe(1);
    await send('PATCH', '/tasks/1', { projectId: 2 });
    expect((await get('/projects')).body.map(({ taskCount }: { taskCount: number }) => taskCount)).toEqual([0, 1]);
  });

  test('is what a client sent, until something is created below', async () => {
    const { get, send } = await servePaths(
      { ...nested, '/projects': { ...project['/projects'], post: saving(ref('Project')) } },
      { ...schemas, Project: object({ id: integer, name: text, taskCount: integer }, ['name']) },
    );
    expect((await send('POST', '/projects', { id: 1, name: 'one', taskCount: 7 })).body.taskCount).toBe(7);
    await send('POST', '/projects/1/tasks', { title: 'a' });
    expect((await get('/projects/1')).body.taskCount).toBe(1);
  });

  test.each([
    ['taskCount', 'task'],
    ['num_tasks', 'tasks'],
    ['numberOfTasks', 'tasks'],
    ['total_items', 'items'],
    ['tasks_total', 'tasks'],
    ['total_task_count', 'task'],
    ['order_total', undefined],
    ['total', undefined],
    ['count', undefined],
    ['order_number', undefined],
    ['discount', undefined],
  ])('%s counts %s', (name, noun) => {
    expect(countedNoun(name)).toBe(noun);
  });
});

describe('an operation that counts', () => {
  test('returns the number of items, in its object', async () => {
    const { get, send } = await servePaths(nested, schemas);
    await send('POST', '/projects', { name: 'one' });
    await send('POST', '/projects/1/tasks', { title: 'a' });
    expect((await get('/projects/1/tasks/count')).body).toEqual({ count: 1 });
    expect((await get('/projects/2/tasks/count')).status).toBe(404);
  });

  test('counts what a filter of the query or of the body selects, on all pages', async () => {
    const list = operation(things, { parameters: [inQuery('limit', integer)] });
    const { get, send } = await servePaths({
      '/things': { get: list, post: saving(ref('Thing')) },
      '/things/count': { get: operation(integer, { parameters: [inQuery('kind')] }) },
      '/things/{thingId}': { get: operation(ref('Thing')) },
    });
    for (let id = 1; id <= 30; id++) await send('POST', '/things', { id, name: 'a', kind: id > 25 ? 'late' : 'early' });
    expect((await get('/things/count')).body).toBe(30);
    expect((await get('/things/count?kind=late')).body).toBe(5);
  });
});

test('a stock count that takes and returns other numbers counts no items', async () => {
  const Count = object({ location: integer, notes: text });
  const { send } = await servePaths({
    '/stock': collection(ref('Thing')),
    '/stock/{stockId}': { get: operation(ref('Thing')) },
    '/stock/count': { post: saving(Count, { status: 201 }) },
  });
  expect((await send('POST', '/stock/count', { location: 7 })).body.location).toBe(7);
});

const Visit = object({ id: integer, reason: text }, ['id', 'reason']);
const Pet = object({ id: integer, name: text, ownerId: integer, visits: listOf(ref('Visit')) }, ['id', 'name']);
const readOnlyListOf = (name: string) => ({ ...listOf(ref(name)), readOnly: true });
const ownerOf = (pets: object) => object({ id: { ...integer, readOnly: true }, name: text, pets }, ['id', 'name']);
const Owner = ownerOf(readOnlyListOf('Pet'));

const clinic = {
  '/owners': collection(ref('Owner'), { status: 201 }),
  '/owners/{ownerId}': { get: operation(ref('Owner')), put: saving(ref('Owner')) },
  '/pets': {
    get: operation(listOf(ref('Pet')), { parameters: [inQuery('ownerId', integer)] }),
    post: operation(ref('Pet'), { takes: object({ name: text, ownerId: integer }, ['name']), status: 201 }),
  },
  '/pets/{petId}': {
    get: operation(ref('Pet')),
    patch: operation(ref('Pet'), { takes: object({ name: text, ownerId: integer }) }),
    delete: nothing,
  },
  '/pets/{petId}/visits': collection(ref('Visit'), { takes: object({ reason: text }, ['reason']), status: 201 }),
};

describe('a list in an item that no request can set', () => {
  test('has the items that belong to it, with what they have', async () => {
    const { get, send } = await servePaths(clinic, { Visit, Pet, Owner });
    expect((await send('POST', '/owners', { name: 'Ada' })).body).toMatchObject({ id: 1, pets: [] });
    await send('POST', '/owners', { name: 'Bea' });
    await send('POST', '/pets', { name: 'Rex', ownerId: 1 });
    await send('POST', '/pets/1/visits', { reason: 'a cut' });
    const { body: rex } = await get('/pets/1');
    expect(rex).toMatchObject({ name: 'Rex', visits: [{ reason: 'a cut' }] });
    expect((await get('/owners/1')).body.pets).toEqual([rex]);
    await send('PATCH', '/pets/1', { name: 'Max', ownerId: 2 });
    const [ada, bea] = (await get('/owners')).body;
    expect([ada.pets, bea.pets]).toEqual([[], [{ ...rex, name: 'Max', ownerId: 2 }]]);
    expect((await send('PUT', '/owners/2', { name: 'Eve' })).body.pets).toHaveLength(1);
    await send('DELETE', '/pets/1');
    expect((await get('/owners/2')).body.pets).toEqual([]);
  });

  test('has what items two levels below show, and those further below as they were', async () => {
    const level = (properties: object) => object({ id: integer, name: text, ...properties }, ['id', 'name']);
    const levels = {
      State: level({ towns: readOnlyListOf('Town') }),
      Town: level({ stateId: integer, owners: readOnlyListOf('Owner') }),
      Owner: level({ townId: integer, pets: readOnlyListOf('Pet') }),
      Pet: level({ ownerId: integer, visits: readOnlyListOf('Visit') }),
      Visit: level({ petId: integer }),
    };
    const New = object({ name: text, stateId: integer, townId: integer, ownerId: integer, petId: integer });
    const paths = Object.fromEntries(
      Object.keys(levels).flatMap((name) => {
        const noun = name.toLowerCase();
        const item = { get: operation(ref(name)), put: saving(ref(name)) };
        return Object.entries({
          [`/${noun}s`]: collection(ref(name), { takes: New, status: 201 }),
          [`/${noun}s/{${noun}Id}`]: item,
        });
      }),
    );
    const { get, send } = await servePaths(paths, levels);
    const above = { stateId: 1, townId: 1, ownerId: 1, petId: 1 };
    for (const path of ['/states', '/towns', '/owners', '/pets', '/visits'])
      await send('POST', path, { name: 'x', ...above });
    const visitsIn = async (path: string) => JSON.stringify((await get(path)).body).includes('"petId":1');
    const shown = await Promise.all(['/pets/1', '/owners/1', '/towns/1', '/states/1'].map(visitsIn));
    expect(shown).toEqual([true, true, true, false]);
  });

  test('has the generated items that belong to it', async () => {
    const { get } = await servePaths(clinic, { Visit, Pet, Owner }, 'default');
    const { body: pets } = await get('/pets');
    const { body: owners } = await get('/owners');
    for (const { id, pets: own } of owners)
      if (own !== undefined)
        expect(own.map((pet: { id: number }) => pet.id)).toEqual(
          pets.filter((pet: { ownerId: number }) => pet.ownerId === id).map((pet: { id: number }) => pet.id),
        );
  });

  test('has the first 256 KiB of them', async () => {
    const { get, send } = await servePaths(clinic, { Visit, Pet, Owner });
    await send('POST', '/owners', { name: 'Ada' });
    for (let index = 0; index < 3; index++) await send('POST', '/pets', { name: 'x'.repeat(100_000), ownerId: 1 });
    expect((await get('/owners/1')).body.pets).toHaveLength(2);
    expect((await get('/pets?ownerId=1')).body).toHaveLength(3);
  });

  test('is left alone where a client sends it', async () => {
    const { get, send } = await servePaths(clinic, { Visit, Pet, Owner: ownerOf(listOf(ref('Pet'))) });
    const pets = [{ id: 9, name: 'Rex' }];
    await send('POST', '/owners', { name: 'Ada', pets });
    await send('POST', '/pets', { name: 'Max', ownerId: 1 });
    expect((await get('/owners/1')).body.pets).toEqual(pets);
  });
});

describe('the parts of a count', () => {
  const parts = { tasksDoneCount: integer, openTasksCount: integer, pinnedTasksCount: integer };
  const Project = object({ id: integer, name: text, tasksCount: integer, ...parts }, ['id', 'name', 'tasksCount']);
  const sumOf = (body: Record<string, number | undefined>) => (body.tasksDoneCount ?? 0) + (body.openTasksCount ?? 0);

  test('are together not above it, from the start and after each change', async () => {
    const { get } = await servePaths(nested, { ...schemas, Project }, 'default');
    for (const project of (await get('/projects')).body) expect(sumOf(project)).toBeLessThanOrEqual(project.tasksCount);
    const counted = { id: 1, name: 'a', tasksCount: 3, tasksDoneCount: 2, openTasksCount: 1, pinnedTasksCount: 9 };
    const data = { projects: [counted], tasks: [1, 2, 3].map((id) => ({ $parent: { projectId: 1 }, id, title: 'a' })) };
    const own = await servePaths(nested, { ...schemas, Project }, { data });
    await own.send('DELETE', '/projects/1/tasks/1');
    expect((await own.get('/projects/1')).body).toEqual({ ...counted, tasksCount: 2, openTasksCount: 0 });
    await own.send('DELETE', '/projects/1/tasks/2');
    const last = { tasksCount: 1, tasksDoneCount: 1, openTasksCount: 0 };
    expect((await own.get('/projects/1')).body).toEqual({ ...counted, ...last });
  });

  test('stay as a client sent them, and agree in generated items', async () => {
    const NewProject = object({ name: text, tasksDoneCount: integer }, ['name']);
    const whole = { ...Project, required: ['id', 'name', 'tasksCount', 'tasksDoneCount'] };
    const drawn = await servePaths(nested, { ...schemas, Project: whole, NewProject }, 'default');
    for (const project of (await drawn.get('/projects')).body)
      expect(project.tasksDoneCount).toBeLessThanOrEqual(project.tasksCount);
    const { get, send } = await servePaths(nested, { ...schemas, Project, NewProject });
    await send('POST', '/projects', { name: 'a', tasksDoneCount: 5 });
    await send('POST', '/projects/1/tasks', { title: 'a' });
    expect((await get('/projects/1')).body).toMatchObject({ tasksCount: 1, tasksDoneCount: 5 });
  });
});

describe('a property of a project is the number of its tasks, or has them', () => {
  const countsIn = (property: object, paths: object = nested, more: object = {}): string => {
    const Project = object({ id: integer, name: text, ...property }, ['id', 'name']);
    const service = serviceFor(paths, { ...schemas, Project, ...more });
    const counts = service.collections.get('projects')?.relations().counts ?? [];
    return counts
      .map(({ property, collection, by, isList, parts }) =>
        [property, collection, by ?? 'below', ...(isList ? ['list'] : (parts ?? []))].join(' '),
      )
      .join(', ');
  };

  test.each<[object, string]>([
    [{ taskCount: integer }, 'taskCount tasks below'],
    [{ taskCount: { type: 'number' } }, 'taskCount tasks below'],
    [{ taskCount: { type: ['integer', 'string'] } }, ''],
    [{ taskCount: text }, ''],
    [{ taskCount: {} }, ''],
    [{ taskCount: { ...integer, minimum: 0 } }, 'taskCount tasks below'],
    [{ taskCount: { ...integer, minimum: 1 } }, ''],
    [{ taskCount: { ...integer, maximum: 9 } }, ''],
    [{ taskCount: { ...integer, enum: [1] } }, ''],
    [{ taskCount: { ...integer, const: 1 } }, ''],
    [{ taskCount: { ...integer, exclusiveMinimum: 0 } }, ''],
    [{ taskCount: { ...integer, multipleOf: 2 } }, ''],
    [{ taskCount: integer, doneTaskCount: integer, openTaskCount: text }, 'taskCount tasks below doneTaskCount'],
    [{ taskCount: integer, completedTasks: integer, openPages: integer }, 'taskCount tasks below completedTasks'],
    [{ taskCount: integer, pageCount: integer }, 'taskCount tasks below'],
    [{ tasks: listOf(ref('Task')) }, 'tasks tasks below list'],
    [{ tasks: listOf(ref('NewTask')) }, ''],
    [{ tasks: { ...listOf(ref('Task')), minItems: 1 } }, ''],
    [{ tasks: { ...listOf(ref('Task')), maxItems: 1 } }, ''],
    [{ tasks: { type: 'array' } }, ''],
    [{ others: listOf(ref('Task')) }, ''],
  ])('in %j', (property, expected) => {
    expect(countsIn(property)).toBe(expected);
  });

  const own = pathsOf('GET /tasks, POST /tasks, GET /tasks/{taskId}', 'Task');
  const work = pathsOf('GET /projects/{id}/work', 'Task');
  const list = '/projects/{projectId}/tasks';
  const below = pathsOf(`GET ${list}, POST ${list}, GET ${list}/{id}`, 'NewTask');
  test.each<[string, object, object, string]>([
    ['that name it', own, { projectId: integer }, 'taskCount tasks projectId'],
    ['that name it otherwise', own, { parent: integer }, ''],
    ['that are listed below it', { ...own, ...work }, { project: integer }, 'taskCount tasks project'],
    ['that have it', { ...own, ...work }, { project: object({ id: integer }) }, ''],
    ['that others list', { ...own, ...pathsOf('GET /parents/{parent}/work', 'Task') }, { parent: integer }, ''],
    ['of which there are two', { ...own, ...below }, { projectId: integer }, ''],
    ['deeper', pathsOf('GET /projects/{a}/lists/{b}/tasks, GET /projects/{a}/lists/{b}/tasks/{id}', 'Task'), {}, ''],
  ])('%s', (_what, paths, more, expected) => {
    const Task = object({ id: integer, title: text, ...more }, ['id', 'title']);
    expect(countsIn({ taskCount: integer }, { ...project, ...paths }, { Task })).toBe(expected);
  });
});

describe('items that are found without the parents of their owner', () => {
  const Channel = object({ id: text, name: text, last_message: ref('Message') }, ['id', 'name']);
  const Message = object({ id: text, body: text, reply_count: integer }, ['id', 'body']);
  const Reply = object({ id: text, words: text }, ['id', 'words']);
  const sent = (name: string) => ({ takes: object({ [name]: text }, [name]), status: 201 });
  const by = (name: string) => ({ parameters: [inPath(name, text)] });
  const serve = () =>
    servePaths(
      {
        '/channels': collection(ref('Channel'), sent('name')),
        '/channels/{channel_id}': { ...by('channel_id'), get: operation(ref('Channel')) },
        '/channels/{channel_id}/messages': { ...by('channel_id'), ...collection(ref('Message'), sent('body')) },
        '/messages/{message_id}': { ...by('message_id'), get: operation(ref('Message')), delete: nothing },
        '/messages/{message_id}/pin': { ...by('message_id'), post: operation(object({ ok: { type: 'boolean' } })) },
        '/messages/{message_id}/replies': { ...by('message_id'), ...collection(ref('Reply'), sent('words')) },
      },
      { Channel, Message, Reply },
    );

  test('are counted below it, and the last one is shown alone', async () => {
    const { get, send } = await serve();
    const { id } = (await send('POST', '/channels', { name: 'c' })).body;
    expect((await get(`/channels/${id}`)).body).toEqual({ id, name: 'c' });
    const made = async (body: string) => (await send('POST', `/channels/${id}/messages`, { body })).body;
    const [first, second] = [await made('a'), await made('b')];
    expect((await get(`/channels/${id}`)).body.last_message).toMatchObject({ id: second.id, body: 'b' });
    await send('POST', `/messages/${second.id}/replies`, { words: 'r' });
    expect((await get(`/messages/${second.id}`)).body.reply_count).toBe(1);
    expect((await get(`/messages/${first.id}`)).body.reply_count).toBe(0);
    await send('DELETE', `/messages/${second.id}`);
    expect((await get(`/channels/${id}`)).body.last_message.id).toBe(first.id);
    await send('DELETE', `/messages/${first.id}`);
    expect((await get(`/channels/${id}`)).body).toEqual({ id, name: 'c' });
  });

  test('must exist where an action is about one of them', async () => {
    const { send } = await serve();
    expect((await send('POST', '/messages/none/pin')).status).toBe(404);
  });
});

test.each([
  ['open_issues_count', { state: { enum: ['opened', 'closed'] } }, { state: 'closed' }],
  ['openIssues', { status: { enum: ['open', 'closed'] } }, { status: 'closed' }],
  ['unresolvedIssueCount', { resolved: { type: 'boolean' } }, { resolved: true }],
])('%s counts those of which it states something, also after these change', async (count, properties, change) => {
  const Issue = object({ id: integer, title: text, ...properties }, ['id', 'title', ...Object.keys(properties)]);
  const Project = object({ id: integer, [count]: integer }, ['id', count]);
  const first = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, 'enum' in schema ? schema.enum[0] : false]),
  );
  const { get, send } = await servePaths(
    {
      '/projects': { get: operation(listOf(ref('Project'))) },
      '/projects/{id}': { get: operation(ref('Project')) },
      '/projects/{id}/issues': {
        get: operation(listOf(ref('Issue'))),
        post: operation(ref('Issue'), { takes: object({ title: text, ...properties }), status: 201 }),
      },
      '/issues/{id}': { get: operation(ref('Issue')), patch: operation(ref('Issue'), { takes: object(properties) }) },
    },
    { Issue, Project },
    { data: { projects: [{ id: 1, [count]: 0 }] } },
  );
  const counted = async () => (await get('/projects/1')).body[count];
  for (const title of 'ab') await send('POST', '/projects/1/issues', { title, ...first });
  expect(await counted()).toBe(2);
  await send('PATCH', '/issues/1', change);
  expect(await counted()).toBe(1);
});

test('of many, those of which something is stated are counted, also where they move or go', async () => {
  const Issue = object({ id: integer, projectId: integer, title: text, open: { type: 'boolean' } }, ['id', 'open']);
  const Project = object({ id: integer, openIssues: integer }, ['id', 'openIssues']);
  const issues = Array.from({ length: 400 }, (_, index) => ({ id: index + 1, projectId: 1, open: index < 300 }));
  const { get, send } = await servePaths(
    {
      '/projects': { get: operation(listOf(ref('Project'))) },
      '/projects/{id}': { get: operation(ref('Project')) },
      '/issues': collection(ref('Issue')),
      '/issues/{id}': {
        get: operation(ref('Issue')),
        patch: operation(ref('Issue'), {
          takes: object({ projectId: integer, title: text, open: { type: 'boolean' } }),
        }),
        delete: nothing,
      },
    },
    { Issue, Project },
    {
      data: {
        projects: [
          { id: 1, openIssues: 0 },
          { id: 2, openIssues: 0 },
        ],
        issues,
      },
    },
  );
  const counted = async () => (await get('/projects')).body.map(({ openIssues }: { openIssues: number }) => openIssues);
  await send('PATCH', '/issues/1', { title: 'same' });
  await send('PATCH', '/issues/2', { open: false });
  await send('PATCH', '/issues/3', { projectId: 2 });
  await send('PATCH', '/issues/399', { projectId: 2 });
  await send('DELETE', '/issues/4');
  await send('DELETE', '/issues/400');
  await send('PATCH', '/issues/350', { open: true });
  await send('POST', '/issues', { id: 401, projectId: 1, open: true });
  expect(await counted()).toEqual([299, 1]);
});

test('very long names of numbers are read in a moment', () => {
  const long = `${'ab_'.repeat(20_000)}things`;
  const Owner = object({ id: integer, [long]: integer }, ['id']);
  const Thing = object({ id: integer });
  const start = performance.now();
  serviceFor({
    '/owners': { get: operation(listOf(Owner)) },
    '/owners/{id}': { get: operation(Owner) },
    '/owners/{id}/things': { get: operation(object({ data: listOf(Thing), [long]: integer })) },
    '/things/{id}': { get: operation(Thing) },
  });
  expect(performance.now() - start).toBeLessThan(4000);
});

test('what no creation states begins in a new item as it usually does, and is left out where data state none', async () => {
  const status = { type: 'string', enum: ['open', 'paid'] };
  const { get, send } = await servePaths(
    {
      '/orders': collection(ref('Order'), { takes: object({ name: text }), status: 201 }),
      '/orders/{id}': { get: operation(ref('Order')) },
    },
    { Order: object({ id: integer, name: text, status, isUrgent: { type: 'boolean' } }, ['id']) },
    { data: { orders: [{ id: 1, name: 'stated' }] } },
  );
  await send('POST', '/orders', { name: 'sent' });
  expect((await get('/orders')).body).toEqual([
    { id: 1, name: 'stated' },
    { id: 2, name: 'sent', status: 'open', isUrgent: false },
  ]);
});

test('what a request does not declare begins as usual, also where its body is open', async () => {
  const open = (properties: object) => ({ ...object(properties), additionalProperties: true });
  const Room = open({ id: integer, name: text, is_archived: { type: 'boolean' }, views_count: integer, note: text });
  const { send } = await servePaths({
    '/rooms': { get: operation(listOf(Room)), post: operation(Room, { takes: open({ name: text }), status: 201 }) },
    '/rooms/{id}': { get: operation(Room) },
  });
  expect((await send('POST', '/rooms', { name: 'A' })).body).toEqual({
    ...{ id: 1, name: 'A', is_archived: false, views_count: 0 },
  });
  expect((await send('POST', '/rooms', { name: 'B', is_archived: true })).body).toMatchObject({ is_archived: true });
});

test('what a request that sends nothing of the item cannot state begins as usual', async () => {
  const Export = object({ id: integer, results_count: integer }, ['id']);
  const { send } = await servePaths({
    '/exports': {
      get: operation(listOf(Export)),
      post: operation(Export, { takes: { ...object({ query: text }), additionalProperties: false }, status: 201 }),
    },
    '/exports/{id}': { get: operation(Export) },
  });
  expect((await send('POST', '/exports', { query: 'all' })).body).toMatchObject({ id: 1, results_count: 0 });
});

test.each(['parentId', 'in_reply_to_id', 'parent_comment_id'])(
  'replies are counted and listed by their "%s"',
  async (name) => {
    const Comment = object({ id: integer, body: text, [name]: integer, replies_count: integer }, ['id', 'body']);
    const paths = {
      '/comments': collection(ref('Comment'), { takes: object({ body: text, [name]: integer }) }),
      '/comments/{id}': { get: operation(ref('Comment')), delete: nothing },
      '/comments/{id}/replies': { get: operation(listOf(ref('Comment'))) },
    };
    const { get, send } = await servePaths(paths, { Comment });
    await send('POST', '/comments', { body: 'one' });
    expect((await get('/comments/1/replies')).body).toEqual([]);
    const { body: reply } = await send('POST', '/comments', { body: 'two', [name]: 1 });
    expect(reply).toMatchObject({ replies_count: 0 });
    expect((await get('/comments/1')).body).toMatchObject({ replies_count: 1 });
    expect((await get('/comments/1/replies')).body).toEqual([reply]);
    await send('DELETE', '/comments/2');
    expect((await get('/comments/1')).body).toMatchObject({ replies_count: 0 });
  },
);

describe('an average in an item', () => {
  const rating = { type: 'number', minimum: 1 };
  const Review = object({ id: integer, rating, projectId: integer }, ['id', 'rating']);
  const reviews = {
    '/projects/{projectId}/reviews': collection(ref('Review'), { takes: object({ rating }, ['rating']) }),
    '/projects/{projectId}/reviews/{reviewId}': {
      get: operation(ref('Review')),
      patch: operation(ref('Review'), { takes: object({ rating }) }),
      delete: nothing,
    },
  };
  const rated = (averageRating: object, more: object = {}, name = 'averageRating') =>
    servePaths(
      { ...project, ...reviews, ...more },
      { ...schemas, Review, Project: object({ id: integer, name: text, [name]: averageRating }, ['id', 'name']) },
    );

  test.each([
    ['null', { type: ['number', 'null'] }, null],
    ['0', { type: 'number' }, 0],
  ])('is that of the items below it, and %s without any', async (_, type, none) => {
    const { get, send } = await rated(type);
    const average = async () => (await get('/projects/1')).body.averageRating;
    await send('POST', '/projects', { name: 'one' });
    expect(await average()).toBe(none);
    for (const given of [5, 4, 4]) await send('POST', '/projects/1/reviews', { rating: given });
    expect(await average()).toBe(4.33);
    await send('PATCH', '/projects/1/reviews/1', { rating: 1 });
    expect(await average()).toBe(3);
    for (const id of [1, 2, 3]) await send('DELETE', `/projects/1/reviews/${id}`);
    expect(await average()).toBe(none);
  });

  test('may be called as it is in the items below it', async () => {
    const { get, send } = await rated({ type: 'number' }, {}, 'rating');
    await send('POST', '/projects', { name: 'one' });
    for (const given of [5, 4]) await send('POST', '/projects/1/reviews', { rating: given });
    expect((await get('/projects/1')).body.rating).toBe(4.5);
  });

  test('is what it was where two collections have such a number', async () => {
    const { get, send } = await rated(
      { type: 'number' },
      { '/projects/{projectId}/votes': reviews['/projects/{projectId}/reviews'] },
    );
    await send('POST', '/projects', { name: 'one' });
    await send('POST', '/projects/1/reviews', { rating: 5 });
    expect((await get('/projects/1')).body.averageRating).toBe(0);
  });
});

describe('a status of any text', () => {
  const begun = async (state: object, filter?: object) => {
    const Ticket = object({ id: integer, title: text, state }, ['id', 'title']);
    const list = operation(listOf(Ticket));
    const { send } = await servePaths({
      '/tickets': {
        get: filter === undefined ? list : { ...list, parameters: [inQuery('state', filter)] },
        post: operation(Ticket, { takes: object({ title: text }, ['title']), status: 201 }),
      },
    });
    return (await send('POST', '/tickets', { title: 'a' })).body.state;
  };

  test('begins as its example says', async () => expect(await begun({ ...text, example: 'opened' })).toBe('opened'));
  test('does not begin as it ends', async () => expect(await begun({ ...text, example: 'closed' })).toBeUndefined());
  test('begins as lists can be filtered', async () =>
    expect(await begun(text, { enum: ['closed', 'open', 'all'] })).toBe('open'));
});
