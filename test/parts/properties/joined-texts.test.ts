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
