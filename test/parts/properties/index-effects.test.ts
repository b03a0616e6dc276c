/** What an operation on a property of an item does to it, and what it shows. */
import { expect, test } from 'vitest';
import type { SentValue } from '../../../src/core/service/binding.ts';
import { boundIn, collection, itemBindingOf, pathsOf, saving, serviceFor } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Address = object({ street: text, city: text }, ['street']);
const Label = object({ id: integer, name: text, color: text }, ['id', 'name', 'color']);
const Box = object(
  {
    ...{ id: integer, title: text, tags: listOf(text), labels: listOf(ref('Label')), address: ref('Address') },
    ...{ note: text, owner: ref('Address'), keys: listOf(object({ id: text, code: text })), lines: listOf({}) },
    ...{ anything: {}, nameless: { type: 'array' }, mixed: { type: ['object', 'string'] } },
    ...{ maybe: { type: ['array', 'string'], items: text }, seals: { type: ['array', 'null'], items: text } },
  },
  ['id', 'title', 'owner'],
);
/** What an operation does to the properties of its item, and which part of it the response shows. */
const effectOf = (method: string, below: string, described: object): string => {
  const [list = '', ...rest] = below.split('/');
  const above = rest.length > 0 && { [`/boxes/{id}/${list}`]: { get: operation(listOf(text)) } };
  const path = `/boxes/{id}/${below}`;
  const parameters = [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) =>
    inPath(name, name === 'id' ? integer : text),
  );
  const service = serviceFor(
    {
      '/boxes': collection(ref('Box')),
      '/boxes/{id}': { get: operation(ref('Box')), put: saving(ref('Box')) },
      ...above,
      [path]: { parameters, [method.toLowerCase()]: described },
    },
    { Address, Label, Box },
  );
  const { view, effects } = itemBindingOf(service, `${method} ${path}`);
  const { part, path: at, isOther } = view;
  const shown = part ? [part.property, ...at].join(' in ') : isOther ? 'other' : 'item';
  const placeOf = (from: SentValue): string =>
    'parameter' in from
      ? 'path'
      : ['body', ...from.body].join('.') + (from.inObject === undefined ? '' : `|${from.inObject}`);
  const changes = effects.map(({ path, to }) => {
    const from = 'from' in to ? placeOf(to.from) : 'value' in to ? String(JSON.stringify(to.value)) : '';
    const named = [...('id' in to ? [to.id?.property] : []), ...('by' in to && to.by ? ['by', to.by] : [])];
    return [path.join('.'), to.type, from, ...named].filter((word) => word !== undefined).join(' ');
  });
  return [...changes, shown].join(', ');
};

const part = object({ name: text, b: text, c: text });
const texts = listOf(text);
const [label, address, box] = [ref('Label'), ref('Address'), ref('Box')];
test.each<[string, string, object | undefined, object | undefined, string]>([
  ['POST', 'tags', text, undefined, 'tags add-to-list body, item'],
  ['POST', 'tags', texts, undefined, 'tags add-to-list body, item'],
  ['POST', 'tags', {}, undefined, 'item'],
  ['POST', 'tags', { type: 'array' }, undefined, 'item'],
  ['POST', 'tags', object({ tag_name: text, at: text }), box, 'tags add-to-list body.tag_name, item'],
  ['POST', 'tags', object({ tag: text, tags: texts }), label, 'item'],
  ['POST', 'tags', object({ value: text }), label, 'tags add-to-list body.value, other'],
  ['POST', 'tags', object({ tag_uuid: text }), label, 'tags add-to-list body.tag_uuid, other'],
  ['POST', 'tags', object({ userIds: texts }), label, 'tags add-to-list body.userIds, other'],
  ['POST', 'tags', object({ values: texts }), label, 'tags add-to-list body.values, other'],
  ['POST', 'tags', object({ valued: texts }), label, 'item'],
  ['POST', 'tags', object({ ids: text, at: text }), label, 'item'],
  ['POST', 'tags', object({ tag: label }), label, 'item'],
  ['PUT', 'tags', object({ tags: texts }), texts, 'tags sent body.tags, tags'],
  ['PUT', 'tags', object({ tags: text }), texts, 'other'],
  ['PATCH', 'tags', object({ tags: texts }), texts, 'other'],
  ['PUT', 'tags', texts, object({ all: texts }), 'tags sent body, tags in all'],
  ['PUT', 'tags', texts, object({ tags: texts, n: integer }), 'tags sent body, tags in tags'],
  ['PUT', 'tags', texts, object({ all: texts, n: integer }), 'tags sent body, other'],
  ['PUT', 'tags', texts, object({ tags: text }), 'tags sent body, other'],
  ['PUT', 'tags', texts, { type: 'array' }, 'tags sent body, other'],
  ['PUT', 'tags', texts, {}, 'tags sent body, other'],
  ['PUT', 'tags', texts, listOf(label), 'tags sent body, other'],
  ['PUT', 'tags', { oneOf: [object({ tags: texts }), texts] }, texts, 'tags sent body|tags, tags'],
  [
    'POST',
    'labels',
    { anyOf: [texts, object({ labels: texts })] },
    undefined,
    'labels add-to-list body|labels id, item',
  ],
  ['PUT', 'tags', { oneOf: [object({ tags: text }), texts] }, texts, 'tags sent body, tags'],
  ['PUT', 'tags', { oneOf: [object({ at: text }), texts] }, texts, 'tags sent body, tags'],
  ['DELETE', 'tags', undefined, undefined, 'tags value [], item'],
  ['DELETE', 'tags', texts, undefined, 'tags remove-from-list body, item'],
  ['PUT', 'tags/{tag}', undefined, undefined, 'tags add-to-list path, item'],
  ['POST', 'tags/{tag}', undefined, undefined, 'tags add-to-list path, item'],
  ['DELETE', 'tags/{tag}', undefined, texts, 'tags remove-from-list path, tags'],
  ['PATCH', 'tags/{tag}', undefined, undefined, 'other'],
  ['PUT', 'tags/{tag}', text, undefined, 'other'],
  ['POST', 'labels', label, undefined, 'labels add-to-list body id, item'],
  ['POST', 'labels', object({ name: text, color: text }), undefined, 'labels add-to-list body id, item'],
  ['POST', 'labels', part, undefined, 'item'],
  ['POST', 'labels', object({ label: label }), undefined, 'labels add-to-list body.label id, item'],
  [
    'POST',
    'labels',
    object({ labelIds: listOf(integer), at: text }),
    undefined,
    'labels add-to-list body.labelIds id, item',
  ],
  ['POST', 'labels', object({ id: integer }), listOf(address), 'labels add-to-list body id, other'],
  ['DELETE', 'labels', object({ names: texts }), listOf(label), 'labels remove-from-list body.names, labels'],
  ['DELETE', 'labels/{shade}', undefined, undefined, 'labels remove-from-list path, item'],
  ['PUT', 'labels/{labelId}', listOf(label), undefined, 'other'],
  ['PUT', 'labels/{labelId}', part, undefined, 'other'],
  ['PUT', 'labels/{labelId}', text, undefined, 'other'],
  ['POST', 'labels/{labelId}', label, undefined, 'other'],
  ['POST', 'keys', object({ code: text }), undefined, 'keys add-to-list body id, item'],
  ['DELETE', 'keys/{code}', undefined, undefined, 'keys remove-from-list path by code, item'],
  ['GET', 'address', undefined, address, 'other'],
  ['PUT', 'address', address, address, 'address sent body, address'],
  ['PUT', 'address', address, object({ address: address }), 'address sent body, address in address'],
  ['PUT', 'address', address, object({ address: label }), 'address sent body, other'],
  ['POST', 'address', address, box, 'address sent body, item'],
  [
    'PATCH',
    'address',
    object({ city: text, street: text }),
    undefined,
    'address.city sent body.city, address.street sent body.street, item',
  ],
  ['PATCH', 'address', object({ address: address }), undefined, 'item'],
  ['PUT', 'address', text, undefined, 'item'],
  ['PUT', 'address', listOf(address), undefined, 'item'],
  ['PUT', 'address', object({ address: address }), undefined, 'address sent body.address, item'],
  ['PUT', 'address', object({ id: address }), undefined, 'address sent body.id, item'],
  ['DELETE', 'address', undefined, undefined, 'address value undefined, item'],
  ['DELETE', 'owner', undefined, undefined, 'item'],
  ['DELETE', 'owner', address, undefined, 'item'],
  ['PUT', 'note', object({ note: text }), object({ note: text }), 'note sent body.note, note in note'],
  ['PUT', 'note', object({ noteId: text, at: text }), undefined, 'item'],
  ['PATCH', 'note', text, box, 'note sent body, item'],
  ['POST', 'note', text, text, 'item'],
  ['DELETE', 'note', undefined, undefined, 'note value undefined, item'],
  ['PUT', 'id', integer, undefined, 'item'],
  ['PUT', 'anything', text, undefined, 'item'],
  ['PUT', 'mixed', text, undefined, 'item'],
  ['PUT', 'maybe', text, undefined, 'item'],
  ['PUT', 'nameless', text, undefined, 'item'],
  ['POST', 'lines', text, undefined, 'lines add-to-list body, item'],
  ['POST', 'seal', text, undefined, 'seals add-to-list body, item'],
  ['POST', 'others', text, undefined, 'item'],
])('%s %s, which takes %j and returns %j', (method, below, takes, answer, expected) => {
  expect(effectOf(method, below, operation(answer, { takes }))).toBe(expected);
});

test('what it is about is its reason', () => {
  const Cart = object({ id: integer, tags: listOf(text) }, ['id']);
  const cart = { get: operation(ref('Cart')), put: saving(ref('Cart')) };
  const tags = { post: operation(undefined, { takes: text }) };
  const { operations } = serviceFor(
    {
      '/carts': { get: operation(listOf(ref('Cart'))) },
      ...{ '/carts/{id}': cart, '/carts/{id}/tags': tags },
    },
    { Cart },
  );
  expect(operations.filter(({ path }) => path.endsWith('tags')).map(({ reason }) => reason)).toEqual([
    'Is about the tags of one item of /carts/{id}.',
  ]);
});

test('a list of something else below an item is no part of it', () => {
  const Box = object({ id: integer, tags: listOf(text) }, ['id']);
  const service = serviceFor(
    {
      ...pathsOf('GET /boxes, POST /boxes, GET /boxes/{id}', 'Box'),
      '/boxes/{id}/tags': { get: operation(listOf(ref('Label'))), post: operation(undefined, { takes: text }) },
    },
    { Box, Label },
  );
  expect(boundIn(service)).toMatchObject({ 'GET /boxes/{id}/tags': 'tags.list', 'POST /boxes/{id}/tags': 'boxes.act' });
});
