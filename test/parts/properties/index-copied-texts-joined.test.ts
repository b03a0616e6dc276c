/** A text that joins whose an item is and what it is called: `full_name`. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Owner = object({ login: text, id: integer }, ['login', 'id']);
const Project = object({ id: integer, name: text, full_name: text, owner: Owner }, [
  'id',
  'name',
  'full_name',
  'owner',
]);
const both = { parameters: [inPath('owner', text), inPath('project', text)] };
const ofOwner = { get: operation(ref('Project')), patch: operation(ref('Project'), { takes: object({ note: text }) }) };

describe('a project of an organisation', () => {
  const paths = {
    '/orgs/{org}/projects': {
      parameters: [inPath('org', text)],
      ...collection(ref('Project'), { takes: object({ name: text }, ['name']), status: 201 }),
    },
    '/projects/{owner}/{project}': { ...both, ...ofOwner },
  };

  test('has the name of both, and is at the path of both', async () => {
    const { get, send } = await servePaths(paths, { Project });
    const { body } = await send('POST', '/orgs/acme/projects', { name: 'web' });
    expect(body).toMatchObject({ full_name: 'acme/web', owner: { login: 'acme' } });
    expect(await get('/projects/acme/web')).toEqual({ status: 200, body });
  });

  test.each(['login', 'name', 'slug'])('agrees with what it says of its owner by a %s', async (label) => {
    const Other = object({ id: integer, name: text, fullPath: text, namespace: object({ [label]: text }, [label]) }, [
      ...['id', 'name', 'fullPath', 'namespace'],
    ]);
    const { get } = await servePaths({ '/projects': { get: operation(listOf(Other)) } }, {}, 'default');
    for (const { name, fullPath, namespace } of (await get('/projects')).body)
      expect(fullPath).toBe(`${namespace[label]}/${name}`);
  });
});

test.each([
  ['without a collection', { get: operation(ref('Project')) }],
  ['that can be changed', ofOwner],
])('what a path states is what an item %s shows', async (_, operations) => {
  const { get } = await servePaths({ '/projects/{owner}/{project}': { ...both, ...operations } }, { Project });
  expect((await get('/projects/octo/hello')).body).toMatchObject({
    ...{ name: 'hello', full_name: 'octo/hello', owner: { login: 'octo' } },
  });
});

test('a text that requests set, and the name of a person, are left', async () => {
  const Person = object({ id: integer, name: text, full_name: text, email: text, group: text });
  const Own = object({ id: integer, name: text, full_name: text, group: text });
  const paths = {
    '/people': collection(ref('Person'), { status: 201 }),
    '/things': collection(ref('Own'), { status: 201 }),
  };
  const { send } = await servePaths(paths, { Person, Own });
  const sent = { name: 'ann', group: 'a', full_name: 'Ann Lee' };
  for (const path of ['/people', '/things']) expect((await send('POST', path, sent)).body).toMatchObject(sent);
});

test.each([
  ['a student', { full_name: text, group: text }],
  ['an employee', { fullName: text, organization: object({ id: integer, name: text }, ['id', 'name']) }],
  ['a horse', { full_name: text, owner: object({ id: integer, name: text }, ['id', 'name']) }],
  ['a file', { path: text, fullPath: text, owner: text, group: text }],
])('the full name of %s does not begin with that of another', async (_what, properties) => {
  const One = object({ id: integer, name: text, ...properties }, ['id', 'name', ...Object.keys(properties)]);
  const { get } = await servePaths({ '/ones': collection(One, { takes: object({ name: text }) }) }, {}, 'default');
  for (const { group, organization, owner, ...rest } of (await get('/ones')).body)
    for (const whose of [group, organization?.name, owner?.name ?? owner].filter(Boolean))
      expect(rest.full_name ?? rest.fullName ?? rest.fullPath).not.toContain(whose);
});

test('what a path of two names states is no full name of a person', async () => {
  const Student = object({ id: integer, name: text, full_name: text }, ['id', 'name', 'full_name']);
  const { get } = await servePaths({
    '/students/{year}/{student}': {
      parameters: [inPath('year', text), inPath('student', text)],
      get: operation(Student),
    },
  });
  expect((await get('/students/2030/ann')).body.full_name).not.toContain('2030');
});

test('the owner of a ticket in a group is somebody', async () => {
  const Ticket = object({ id: integer, title: text, owner: Owner }, ['id', 'title', 'owner']);
  const { send } = await servePaths({
    '/groups/{group}/tickets': {
      parameters: [inPath('group', text)],
      ...collection(Ticket, { takes: object({ title: text }, ['title']), status: 201 }),
    },
  });
  expect((await send('POST', '/groups/support/tickets', { title: 'T' })).body.owner.login).not.toBe('support');
});
