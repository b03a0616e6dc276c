import { expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';

interface Case {
  readonly path: string;
  readonly name: string;
  readonly Item: object;
  readonly sent: Record<string, string>;
  /** The property by which the item is read. */
  readonly by: string;
  readonly about?: string;
  readonly takes?: object;
}

const id = { id: text };
test.each<[string, Case]>([
  [
    'an ID or slug',
    {
      path: 'orgs',
      name: 'org_id',
      Item: { ...id, name: text, slug: text },
      sent: { name: 'A', slug: 'a' },
      by: 'slug',
      about: 'The ID or slug of the org',
    },
  ],
  [
    'an ID or UID',
    {
      path: 'apps',
      name: 'app_id',
      Item: { ...id, uid: text, name: text },
      sent: { name: 'A', uid: 'c-7' },
      by: 'uid',
      about: "The app's ID or UID.",
    },
  ],
  ...[
    ['The ID or URL-encoded path of the project', 'path_with_namespace'],
    ['ID or full path', 'full_path'],
    ['Name or id of the project', 'name'],
    ['id or key of the project', 'key'],
  ].map(([about = '', by = '']): [string, Case] => [
    about,
    {
      path: 'projects',
      name: 'id',
      Item: { id: integer, name: text, [by]: text },
      sent: { name: 'A', [by]: 'team/a' },
      by,
      about,
    },
  ]),
  [
    'a slug or an ID',
    {
      path: 'posts',
      name: 'post',
      Item: { id: integer, slug: text, title: text },
      sent: { title: 'A', slug: 'a-b' },
      by: 'slug',
      about: 'Slug or its ID',
    },
  ],
  [
    'the handle of',
    {
      path: 'shops',
      name: 'shop',
      Item: { id: integer, handle: text, title: text },
      sent: { title: 'A', handle: 'h' },
      by: 'handle',
      about: 'handle of the shop',
    },
  ],
  [
    'the name of an account',
    {
      path: 'orgs',
      name: 'org',
      Item: { id: integer, name: text, username: text },
      sent: { username: 'acme' },
      by: 'username',
      about: 'name of the organization',
    },
  ],
  [
    'the end of its name',
    { path: 'static_ips', name: 'static_ip', Item: { ip: text, region: text }, sent: { region: 'x' }, by: 'ip' },
  ],
  [
    'the end of another name',
    { path: 'promo_codes', name: 'promo_code', Item: { code: text, region: text }, sent: { region: 'x' }, by: 'code' },
  ],
  [
    'a short id',
    {
      path: 'documents',
      name: 'documentId',
      Item: { docId: integer, docTypeId: integer, title: text },
      sent: { title: 'x' },
      by: 'docId',
    },
  ],
  [
    'the number for an index',
    {
      path: 'issues',
      name: 'index',
      Item: { id: integer, number: integer, title: text },
      sent: { title: 'x' },
      by: 'number',
    },
  ],
  [
    'a username that is shown as login',
    {
      path: 'users',
      name: 'username',
      Item: { id: integer, login: text },
      sent: { username: 'bob' },
      by: 'login',
      takes: { username: text },
    },
  ],
])('an item is found by %s', async (_what, { path, name, Item, sent, by, about, takes }) => {
  const schema = object(Item);
  const type = /index|documentId/.test(name) ? integer : text;
  const parameters = [{ name, in: 'path', required: true, schema: type, description: about ?? '' }];
  const client = await servePaths({
    [`/${path}`]: {
      get: operation(listOf(schema)),
      post: operation(schema, { takes: object(takes ?? Item), status: 201 }),
    },
    [`/${path}/{${name}}`]: { get: { ...operation(schema), parameters } },
  });
  const { body } = await client.send('POST', `/${path}`, sent);
  expect(body[by]).toBeDefined();
  const read = await client.get(`/${path}/${encodeURIComponent(body[by])}`);
  expect(read).toMatchObject({ status: 200, body });
});

test('an id in an object that wraps most of the item', async () => {
  const Box = object({ meta: object({ rev: integer }), data: object({ id: text, label: text }) });
  const client = await servePaths({
    '/boxes': { get: operation(listOf(Box)), post: operation(Box, { takes: Box, status: 201 }) },
    '/boxes/{id}': { get: operation(Box) },
  });
  const { body } = await client.send('POST', '/boxes', { data: { label: 'a' } });
  expect((await client.get(`/boxes/${body.data.id}`)).body.data).toMatchObject({ label: 'a' });
});

test.each([
  ...['ID (or slug) of the shop', 'The id/slug of the shop.', 'Slug or ID', 'ID (UUID) or slug', 'UUID or slug'],
  ...['Shop slug or numeric ID. Not the name.', 'ID, code or slug', '`id` | `slug`', 'The identifier or the slug'],
])('"%s" is either', async (description) => {
  const Shop = object({ id: integer, slug: text, name: text }, ['id', 'slug', 'name']);
  const client = await servePaths({
    '/shops': {
      get: operation(listOf(Shop)),
      post: operation(Shop, { takes: object({ slug: text, name: text }), status: 201 }),
    },
    '/shops/{shop}': {
      parameters: [{ name: 'shop', in: 'path', required: true, description, schema: text }],
      get: operation(Shop),
    },
  });
  const { body } = await client.send('POST', '/shops', { slug: 'acme', name: 'Acme' });
  expect((await client.get('/shops/acme')).body).toEqual(body);
  expect((await client.get(`/shops/${body.id}`)).body).toEqual(body);
});

test('a choice is one of the first sentence: a path in the next one is none', async () => {
  const description =
    'The full ID of the shop, including the region and the type. Use the format regions/{region}/shops/{shop}.';
  const Shop = object({ id: text, type: text }, ['id', 'type']);
  const client = await servePaths(
    {
      '/shops': { get: operation(listOf(Shop)) },
      '/shops/{shop}': {
        parameters: [{ name: 'shop', in: 'path', required: true, description, schema: text }],
        get: operation(Shop),
      },
    },
    {},
    { data: { shops: [{ id: 'a', type: 'bakery' }] } },
  );
  expect((await client.get('/shops/a')).status).toBe(200);
  expect((await client.get('/shops/bakery')).status).toBe(404);
});

test.each([
  ['project_id', 'identifier', { oneOf: [integer, text] }],
  ['image_id', 'slug', { type: ['integer', 'string'] }],
])('%s that is a number or a text may be the %s', async (name, key, schema) => {
  const Project = object({ id: integer, [key]: text, note: text }, ['id', key]);
  const client = await servePaths(
    {
      '/projects': { get: operation(listOf(Project)) },
      [`/projects/{${name}}`]: { parameters: [{ name, in: 'path', required: true, schema }], get: operation(Project) },
    },
    {},
    { data: { projects: [7, 8].map((id) => ({ id, [key]: `p-${id}`, note: 'x' })) } },
  );
  for (const one of ['8', 'p-8']) expect((await client.get(`/projects/${one}`)).body).toMatchObject({ id: 8 });
  for (const one of ['9', 'x']) expect((await client.get(`/projects/${one}`)).status).toBe(404);
});

test.each([
  ['The ID or name of the team', 200],
  ['Get a team by its ID or name.', 200],
  ['Get a team, or an error.', 404],
])('the description of an operation may say by what a path finds an item: %s', async (description, status) => {
  const Team = object({ id: text, name: text }, ['id', 'name']);
  const service = await servePaths({
    '/teams': { get: operation(listOf(Team)), post: operation(Team, { takes: object({ name: text }), status: 201 }) },
    '/teams/{id}': { parameters: [inPath('id', text)], get: { ...operation(Team), description } },
  });
  await service.send('POST', '/teams', { name: 'red' });
  expect((await service.get('/teams/red')).status).toBe(status);
});
