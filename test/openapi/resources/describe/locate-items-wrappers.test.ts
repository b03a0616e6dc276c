/** The item in a body whose names, positions and contents may point to different properties: the body itself, or a wrapper in it. */
import { describe, expect, test } from 'vitest';
import { boolean, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { readSchemas } from '../described.ts';
import { servePaths } from '../served.ts';
import { itemBindingOf, nothing, serviceFor } from '../small.ts';

const Share = object({ id: integer, path: text, size: integer }, ['id', 'path', 'size']);
const Keyed = object({ key: integer, address: object({ street: text, city: text }) }, ['key', 'address']);
const Address = object({ id: integer, name: text, address: object({ street: text, city: text }) }, ['id', 'name']);
const Board = object({ key: integer, name: text, items: listOf(object({ t: text })), total: integer }, ['name']);

interface Site {
  readonly path: string;
  readonly list?: object;
  readonly item: object;
  readonly takes: object;
}

/** The paths to the item in the response and in the request of a creation, and in the response of a read. */
const pathsIn = ({ path, list, item, takes }: Site): readonly string[] => {
  const service = serviceFor(
    {
      [path]: { ...(list && { get: operation(list) }), post: operation(item, { takes, status: 201 }) },
      [`${path}/{id}`]: { get: operation(item) },
    },
    { Share, Keyed, Address, Board },
  );
  const [created, read] = [itemBindingOf(service, `POST ${path}`), itemBindingOf(service, `GET ${path}/{id}`)];
  return [created.view.path, created.mapping.path, read.view.path].map((names) => names.join('.'));
};

const sent = object({ path: text, size: integer });

describe('one item is in a wrapper', () => {
  const share = (more: object = {}) => object({ share: ref('Share'), ...more });
  test.each<[string, Partial<Site>]>([
    ['by its content', {}],
    ['with a list', { list: listOf(ref('Share')) }],
    ['with an id of its own', { item: share({ id: integer }), takes: object({ share: sent, id: integer }) }],
    ['with an id of its own, and a list', { list: listOf(ref('Share')), item: share({ id: integer }) }],
    ['beside what the item lacks', { list: listOf(ref('Share')), takes: object({ share: sent, a: boolean }) }],
    ['beside metadata', { item: share({ meta: object({}), message: text }) }],
  ])('%s', (_name, site) => {
    const paths = pathsIn({ path: '/nfs', item: share(), takes: object({ share: sent }), ...site });
    expect(paths).toEqual(['share', 'share', 'share']);
  });

  test('if the item has a property with the name of the wrapper', () => {
    const takes = object({ address: object({ name: text, address: object({ street: text }) }) });
    const item = object({ address: ref('Address') });
    const list = object({ addresses: listOf(ref('Address')) });
    expect(pathsIn({ path: '/addresses', list, item, takes })).toEqual(['address', 'address', 'address']);
  });

  test.each([
    ['people', 'person'],
    ['statuses', 'status'],
    ['children', 'child'],
    ['analyses', 'analysis'],
    ['indices', 'index'],
    ['series', 'series'],
    ['news', 'news'],
    ['oxen', 'ox'],
    ['corpora', 'corpus'],
  ])('of %s, named %s', (many, one) => {
    const site = {
      path: `/${many}`,
      list: object({ [many]: listOf(ref('Share')), total: integer }),
      item: object({ [one]: ref('Share'), ok: boolean }),
      takes: object({ [one]: object({ path: text }) }),
    };
    expect(pathsIn(site)).toEqual([one, one, one]);
  });
});

describe('a body is the item itself', () => {
  test.each([listOf(ref('Keyed')), undefined])('if it has a key beside one object', (list) => {
    const site = { path: '/addresses', ...(list && { list }), item: ref('Keyed'), takes: ref('Keyed') };
    expect(pathsIn(site)).toEqual(['', '', '']);
  });

  test('if its only object is a property of the item', () => {
    const takes = object({ address: object({ street: text, city: text }) });
    const site = { path: '/customers', list: listOf(ref('Address')), item: ref('Address'), takes };
    expect(pathsIn(site)).toEqual(['', '', '']);
  });
});

describe('a GET', () => {
  const bind = (answer: object, created: object) =>
    serviceFor(
      {
        '/boards': { post: operation(created, { takes: object({ name: text }), status: 201 }) },
        '/boards/{key}': { get: operation(answer), delete: nothing },
      },
      { Board, Share },
    ).operations.map(({ binding, reason }) => binding?.action ?? reason);

  test('reads an item with lists and totals, if a creation returns it', () => {
    expect(bind(ref('Board'), ref('Board'))[1]).toBe('read');
    const other = object({ key: integer, name: text, a: text, b: text });
    expect(bind(ref('Board'), other)[1]).toBe('Returns many items, with paging properties.');
  });

  test('of a list reads no item', () => {
    expect(bind(listOf(ref('Share')), ref('Board'))[1]).toBe('Returns a list, not one item.');
  });
});

test('a POST that returns a page of items is not a creation', () => {
  const page = object({ page: object({ total: integer }), shares: listOf(ref('Share')) });
  const service = serviceFor(
    {
      '/nfs/search': { get: operation(page), post: operation(page, { takes: object({ path: text }) }) },
      '/nfs/search/{id}': { get: operation(ref('Share')) },
    },
    { Share },
  );
  expect(service.operations.map(({ binding }) => binding?.action)).toEqual(['list', 'list', 'read']);
});

const Thing = object({ id: integer, name: text, kind: text, status: text, owner: object({ login: text, mail: text }) });
/** The same content as a schema of its own. */
const copy = { ...Thing, description: 'a copy' };
const Node = object({ id: integer, name: text, parent: ref('Node') });
/** Like a resource identifier of JSON:API: all of its content is in `data` again. */
const Linkage = object({ id: text, type: text, data: object({ id: text, type: text }) });
const Open = object({ id: integer, name: text, kind: text, owner: { type: 'object' } });

const { shapes, describe: describeSchema, keyOf } = readSchemas({ Thing, Node, Linkage, Open });

/** The path to the item in a body, if the schema of the item is known; with `[]` if it is in a list. */
const itemIn = (body: object, item: object = ref('Thing'), noun = 'things'): string | undefined => {
  const found = shapes.itemIn(keyOf(body), noun, describeSchema(keyOf(item)));
  return found && `${found.at.join('.')}${found.listed ? '[]' : ''}`;
};

describe('of a known item, a body without its content contains', () => {
  const little = { name: text, a: text, b: text, c: text, d: text };
  test.each<[string, object, string]>([
    ['the object with its own schema', { x: ref('Thing'), y: copy }, 'x'],
    ['the only object with its content', { x: copy, y: text }, 'x'],
    ['nothing in one of two such objects', { x: copy, y: { ...copy } }, ''],
    ['nothing in an object with other content', { x: object({ a: text, b: text }), y: text }, ''],
    ['nothing in a list, which may have several', { x: listOf(copy), y: text }, ''],
    ['nothing in a list of its own schema', { x: listOf(ref('Thing')), y: text }, ''],
    ['the object beside a property about the response', { status: text, x: copy, y: text }, 'x'],
    ['the object beside a text with the name of an object', { owner: text, x: copy }, 'x'],
    ['the object beside one with other content', { owner: object({ street: text }), x: copy }, 'x'],
    ['a part of it in a wrapper', { data: object({ name: text }), y: text }, 'data'],
    ['nothing in a wrapper without properties', { data: object({}), y: text }, ''],
    ['a part of it in a wrapper with another property too', { data: object({ name: text, z: text }), y: text }, 'data'],
    ['a part of it in a wrapper that has little of it', { data: object({ ...little, kind: text }), y: text }, 'data'],
    ['nothing in a wrapper without any of it', { data: object({ z: text }), y: text }, ''],
    ['the object with its name, however little it has', { thing: object({ z: text }), y: text }, 'thing'],
    ['the object with the most of it', { x: object({ name: text, z: text }), y: object({ z: text }) }, 'x'],
    ['nothing in one of two with as much', { x: object({ name: text }), y: object({ kind: text }) }, ''],
    ['a part of it in two wrappers', { data: object({ thing: object({ name: text, z: text }) }) }, 'data.thing'],
  ])('%s', (_name, body, path) => {
    expect(itemIn(object(body))).toBe(path);
  });
});

describe('of a known item, a body with some of its content', () => {
  const others = { a: text, b: text, c: text, d: text };
  const own = { id: integer, name: text };
  const larger = { ...Thing, properties: { ...Thing.properties, z: text } };
  test.each<[string, object, string]>([
    ['is the item, beside an object with all of it', { id: integer, name: text, x: copy, ...others }, ''],
    ['is the item, if an object has a part of its', { name: text, owner: object({ login: text }), x: copy }, ''],
    ['is the item, if an object may have it', { owner: { type: 'object' }, x: copy }, ''],
    ['is the item, if an object shares a property', { owner: object({ login: text }), x: copy }, ''],
    ['is the item, if most is its own', { id: integer, name: text, kind: text, thing: copy }, ''],
    ['contains it, if a named object has its own schema', { ...own, kind: text, thing: ref('Thing') }, 'thing'],
    ['contains it in its own schema, if a name ends in its noun', { ...own, my_thing: ref('Thing') }, 'my_thing'],
    ['is the item, if an object of another name has its own schema', { name: text, x: ref('Thing') }, ''],
    ['contains the item, if a named object has more of it', { ...own, thing: larger, ...others }, 'thing'],
    ['is the item, if a named object has as much of it', { ...own, thing: object(own), ...others }, ''],
    ['is the item, if a named object has less of it', { ...own, thing: object({ id: integer }), ...others }, ''],
  ])('%s', (_name, body, path) => {
    expect(itemIn(object(body))).toBe(path);
  });

  test('contains the item in the only object, although the item has a property of this name', () => {
    expect(itemIn(object({ parent: ref('Node') }), ref('Node'), 'nodes')).toBe('parent');
  });

  test('is the item, if it may have any content there', () => {
    expect(itemIn(object({ owner: object({ street: text }), x: Open, y: text }), ref('Open'))).toBe('');
  });

  test('is the item, if it has its schema, although a wrapper in it has the same content', () => {
    expect(itemIn(ref('Linkage'), ref('Linkage'), 'linkages')).toBe('');
  });
});

describe('of an unknown item, a body', () => {
  const guess = (body: object) => shapes.itemIn(keyOf(body), 'things', undefined);

  test.each<[string, object, readonly string[]]>([
    ['is the item, if a text has the name of a wrapper', object({ data: text, note: text }), []],
    ['is the item, if two objects could be it', object({ data: copy, item: copy }), []],
    ['is the item, if the only object is beside a text', object({ idea: text, x: copy }), []],
    ['contains it in the only object beside keys', object({ requestId: text, trace_id: text, x: copy }), ['x']],
  ])('%s', (_name, body, at) => {
    expect(guess(body)).toMatchObject({ at, listed: false });
  });

  test('that is no object contains none', () => {
    expect(guess(text)).toBeUndefined();
  });
});

describe('a list', () => {
  const ofTexts = { allOf: [{ type: 'array' }, listOf(text)] };
  const untyped = { type: 'array', items: { properties: { a: text } } };
  const things = listOf(ref('Thing'));
  const listIn = (body: object) => shapes.listIn(keyOf(body), 'things')?.at;

  test.each<[string, object, readonly string[] | undefined]>([
    ['is named by the path, not by the end of a name', object({ all_things: things, things }), ['things']],
    ['is the only one that ends in the name', object({ all_things: things, others: things, y: text }), ['all_things']],
    ['is none of two with other names, beside a total', object({ x: things, y: things, total: integer }), undefined],
    ['is none of two with the name', object({ thing: untyped, things: untyped, total: integer }), undefined],
    ['is not a text with the usual name', object({ data: text, total: integer }), undefined],
    ['is not a list of texts, of which one part says nothing', object({ data: ofTexts, total: integer }), undefined],
    ['is not an object with the keyword "items"', { type: 'object', items: ref('Thing') }, undefined],
    ['is not in a text', text, undefined],
  ])('%s', (_name, body, at) => {
    expect(listIn(body)).toEqual(at);
  });

  test('is plain if it may have two items', () => {
    expect(shapes.isPlainList(keyOf({ ...things, maxItems: 2 }))).toBe(true);
    expect(shapes.isPlainList(keyOf({ ...things, maxItems: 1 }))).toBe(false);
    expect(shapes.isPlainList(keyOf(object({ things })))).toBe(false);
  });

  test('is paged if properties beside it are about the page', () => {
    expect(shapes.isPaged(keyOf(object({ things, total: integer })), 'things')).toBe(true);
    expect(shapes.isPaged(keyOf(object({ things, y: text })), 'things')).toBe(false);
    expect(shapes.isPaged(keyOf(object({ x: text, total: integer })), 'things')).toBe(false);
    expect(shapes.isPaged(keyOf(things), 'things')).toBe(false);
  });
});

test('a stated path leads to a list, to an object or to nothing', () => {
  const body = keyOf(object({ a: object({ b: ref('Thing'), c: listOf(ref('Thing')), d: text }) }));
  expect(shapes.at(body, ['a', 'b'])).toMatchObject({ at: ['a', 'b'], listed: false });
  expect(shapes.at(body, ['a', 'c'])).toMatchObject({ at: ['a', 'c'], listed: true });
  for (const path of ['a.d', 'a.e', 'a.d.x']) expect(shapes.at(body, path.split('.'))).toBeUndefined();
});

test('a list is that of an envelope, whatever it is called, beside what says how it went', async () => {
  const Note = object({ id: integer, title: text }, ['id', 'title']);
  const envelope = object({ status: integer, ok: boolean, stuff: listOf(Note) }, ['status', 'ok', 'stuff']);
  const { get, send } = await servePaths({
    '/notes': { get: operation(envelope), post: operation(Note, { takes: object({ title: text }), status: 201 }) },
    '/notes/{id}': { get: operation(Note) },
  });
  const { body } = await send('POST', '/notes', { title: 'T' });
  expect((await get('/notes')).body).toEqual({ status: 200, ok: true, stuff: [body] });
});

test('the one list beside a flag of success is that of an envelope, also beside a text', async () => {
  const Note = object({ id: integer, title: text }, ['id', 'title']);
  const envelope = object({ ok: boolean, stuff: listOf(Note), remark: text }, ['ok', 'stuff']);
  const { get, send } = await servePaths({
    '/notes': { get: operation(envelope), post: operation(Note, { takes: object({ title: text }), status: 201 }) },
    '/notes/{id}': { get: operation(Note) },
  });
  const { body } = await send('POST', '/notes', { title: 'T' });
  expect((await get('/notes')).body).toMatchObject({ ok: true, stuff: [body] });
});
