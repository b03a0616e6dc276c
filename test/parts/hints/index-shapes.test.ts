/** The location of the items in the response of an operation with a hint. */
import { expect, test } from 'vitest';
import { bindingOf, serviceFor, thing, things } from '../../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const hits = object({ hits: things, total: integer });
const both = object({ thing: ref('Thing'), things });

const viewOf = (path: string, method: string, answer: object, hint: object) => {
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': thing,
    [path]: { [method]: { ...operation(answer), 'x-vivarium': { collection: 'things', ...hint } } },
  });
  const { action, view } = bindingOf(service, `${method.toUpperCase()} ${path}`);
  return [action, view.path.join('.')];
};

test.each<[string, string, object, object, readonly string[]]>([
  ['/search', 'post', hits, { action: 'list' }, ['list', 'hits']],
  ['/search', 'get', hits, {}, ['list', 'hits']],
  ['/search/{id}', 'get', hits, { action: 'list' }, ['list', 'hits']],
  ['/best', 'get', both, { action: 'read' }, ['read', 'thing']],
  ['/best', 'get', both, {}, ['list', 'things']],
  ['/best', 'post', both, { action: 'create' }, ['create', 'thing']],
  ['/best/{id}', 'get', both, {}, ['read', 'thing']],
])('%s %s', (path, method, answer, hint, expected) => {
  expect(viewOf(path, method, answer, hint)).toEqual(expected);
});

test('a stated id is used as it is', () => {
  const Part = object({ code: text, id: text, slug: text });
  const hint = { collection: 'parts', id: 'code' };
  const service = serviceFor({ '/catalog': { get: { ...operation(listOf(Part)), 'x-vivarium': hint } } });
  expect(service.collections.get('parts')).toMatchObject({ idProperty: 'code', aliases: [] });
});
