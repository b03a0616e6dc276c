/** What JSON:API includes beside the resources of a document. */
import { expect, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { fullObject, inPath, inQuery, listOf, object, operation, ref, text } from '../../short-document.ts';

const identifier = (type: string) => fullObject({ type: { type: 'string', enum: [type] }, id: text });
const links = object({ self: text, related: text });
const resource = (type: string, attributes: object, relationships?: object) =>
  fullObject({
    ...{ type: { type: 'string', enum: [type] }, id: text, attributes: fullObject(attributes) },
    ...(relationships && { relationships: fullObject(relationships) }),
  });
const mediaType = 'application/vnd.api+json';
const include = inQuery('include');
const included = { type: 'array', items: { oneOf: [ref('Person'), ref('Comment')] } };
const created = (attributes: object, relationships?: object) => ({
  ...{ status: 201, mediaType },
  takes: object({
    data: object({
      type: text,
      attributes: object(attributes),
      ...(relationships && { relationships: object(relationships) }),
    }),
  }),
});
const author = fullObject({ data: identifier('people'), links });
const toAuthor = { author: object({ data: identifier('people') }) };

/** A body of JSON:API. */
// biome-ignore lint/suspicious/noExplicitAny: the tests compare what is there.
type Any = any;

const start = async ({ parameters = [include] } = {}) => {
  const list = (name: string) => operation(object({ data: listOf(ref(name)) }), { mediaType });
  const one = (name: string) => operation(object({ data: ref(name) }), { mediaType });
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    paths: {
      '/articles': {
        get: operation(object({ data: listOf(ref('Article')), included }), { mediaType, parameters }),
        post: operation(object({ data: ref('Article') }), created({ title: text }, toAuthor)),
      },
      '/articles/{id}': {
        parameters: [inPath('id', text)],
        get: operation(object({ data: ref('Article'), included }), { mediaType, parameters }),
      },
      '/people': {
        get: list('Person'),
        post: operation(object({ data: ref('Person') }), created({ name: text })),
      },
      '/people/{id}': { parameters: [inPath('id', text)], get: one('Person') },
      '/comments': { get: list('Comment') },
      '/comments/{id}': { parameters: [inPath('id', text)], get: one('Comment') },
    },
    components: {
      schemas: {
        Article: resource(
          'articles',
          { title: text },
          { author, comments: fullObject({ data: listOf(identifier('comments')) }) },
        ),
        Person: resource('people', { name: text }),
        Comment: resource('comments', { body: text }, toAuthor),
      },
    },
  };
  const vivarium = await createVivarium({ document });
  const world = vivarium.world('test');
  const send = async (target: string, data?: object) => {
    const body = data && JSON.stringify({ data });
    const response = await world.fetch(target, {
      ...(body && { method: 'POST', body }),
      headers: { 'Content-Type': mediaType },
    });
    return (await response.json()) as { readonly data: Any; readonly included?: Any[] };
  };
  return { vivarium, world, send };
};

test('the resources that include names are included once, and those of them', async () => {
  const { vivarium, world, send } = await start();
  const { data: ada } = await send('/people', { type: 'people', attributes: { name: 'Ada' } });
  const relationships = { author: { data: { type: 'people', id: ada.id } } };
  for (const title of ['a', 'b']) await send('/articles', { type: 'articles', attributes: { title }, relationships });
  const { data, included } = await send('/articles?include=author');
  const people = data.map((one: Any) => one.relationships.author.data.id);
  expect(people).toContain(ada.id);
  expect(included?.map(({ id }) => id).toSorted()).toEqual([...new Set(people)].toSorted());
  expect(included).toContainEqual(ada);
  expect((await send('/articles')).included).toEqual([]);
  const deep = await send(`/articles/${data[0].id}?include=comments.author,comments`);
  const types = new Set(deep.included?.map(({ type }) => type));
  expect(deep.data.relationships.comments.data.length === 0 ? new Set() : types).toEqual(types);
  expect(world.exchanges().flatMap(({ violations }) => violations.filter(({ side }) => side === 'response'))).toEqual(
    [],
  );
  await vivarium.close();
});

test('without a parameter, all relationships are included', async () => {
  const { vivarium, send } = await start({ parameters: [] });
  const { data, included } = await send('/articles');
  for (const { relationships } of data)
    expect(included).toContainEqual(expect.objectContaining(relationships.author.data));
  await vivarium.close();
});

test('the links of a relationship are those of its item', async () => {
  const { vivarium, send } = await start();
  const { data } = await send('/articles');
  for (const { id, relationships } of data)
    expect(relationships.author.links).toEqual({
      self: `/articles/${id}/relationships/author`,
      related: `/articles/${id}/author`,
    });
  await vivarium.close();
});
