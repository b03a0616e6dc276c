import { describe, expect, test } from 'vitest';
import type { JsonType } from '../../../../src/core/service/check.ts';
import { findId, findInnerId, type IdParameter } from '../../../../src/openapi/resources/describe/find-id.ts';
import type { ItemSchema } from '../../../../src/openapi/resources/describe/item-schema.ts';
import { inPath, inQuery, integer, object, operation, text } from '../../../short-document.ts';
import { readSchemas } from '../described.ts';
import { collection, serviceFor } from '../small.ts';

/** The types of a property, and its format: `string`, `string date`, `integer null`; `any`: its schema does not restrict it. */
type Properties = Readonly<Record<string, string>>;

const jsonTypes: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'];

const typesIn = (words: string): ReadonlySet<JsonType> | undefined =>
  words.startsWith('any') ? undefined : new Set(jsonTypes.filter((type) => words.split(' ').includes(type)));

const formatIn = (words: string): string | undefined =>
  words.split(' ').find((word) => word !== 'any' && !jsonTypes.includes(word as JsonType));

const itemWith = (properties: Properties): ItemSchema =>
  ({
    properties: new Set(Object.keys(properties)),
    isScalar: (name: string) => !/object|array/.test(properties[name] as string),
    typesOf: (name: string) => typesIn(properties[name] as string),
    formatOf: (name: string) => formatIn(properties[name] as string),
    patternOf: () => undefined,
  }) as unknown as ItemSchema;

const parameterOf = (name: string, words = 'string'): IdParameter => ({
  name,
  types: typesIn(words),
  pattern: undefined,
  format: formatIn(words),
});

const found = (properties: Properties, noun: string, parameter?: IdParameter) =>
  findId(itemWith(properties), noun, parameter);
const idOf = (...options: Parameters<typeof found>) => found(...options)?.property;

const t = 'string';

test.each(['slug', 'key', 'guid'])('a text called %s is no id in a path that takes numbers', (name) => {
  expect(found({ [name]: t, title: t }, 'things', parameterOf('id', 'integer'))).toBeUndefined();
  expect(idOf({ [name]: 'integer', title: t }, 'things', parameterOf('id', 'integer'))).toBe(name);
  expect(idOf({ [name]: t, title: t }, 'things', parameterOf('id'))).toBe(name);
});

test.each(['entity_id', 'objectId'])(
  'a text called %s is the id for a path that names an id, after those that state it',
  (name) => {
    const item = { proxy_id: t, name: t, [name]: t };
    expect(found(item, 'things', parameterOf('id'))).toEqual({ property: name, aliases: [], isNamed: true });
    expect(idOf(item, 'things', parameterOf('thing-id'))).toBe(name);
    expect(idOf(item, 'things', parameterOf('name'))).toBe('name');
    expect(idOf(item, 'things')).toBe('name');
    expect(idOf({ ...item, uid: t, key: t }, 'things', parameterOf('id'))).toBe('uid');
    expect(idOf({ ...item, key: t }, 'things', parameterOf('id'))).toBe(name);
  },
);

test.each(['key', 'slug'])('a %s is the id for a path that names it, and perhaps for one that names an id', (name) => {
  const item = { [name]: t, value: t };
  expect(found(item, 'things', parameterOf(name))).toEqual({ property: name, aliases: [], isNamed: true });
  expect(found(item, 'things', parameterOf('id'))).toEqual({ property: name, aliases: [], isNamed: false });
});

describe('without a parameter, the id is', () => {
  test('called id, in any case', () => {
    expect(idOf({ uuid: t, name: t, id: t }, 'things')).toBe('id');
    expect(idOf({ uuid: t, ID: t }, 'things')).toBe('ID');
    expect(idOf({ ID: t, id: t }, 'things')).toBe('id');
    expect(idOf({ uuid: t, pk: t }, 'things')).toBe('pk');
    expect(idOf({ uuid: t, _id: t }, 'things')).toBe('uuid');
    expect(idOf({ key: t, _id: t }, 'things')).toBe('_id');
    for (const name of ['$id', '@id']) expect(idOf({ name: t, [name]: t }, 'things')).toBe(name);
  });

  test('the id of the noun', () => {
    expect(idOf({ uuid: t, thingId: t }, 'things')).toBe('thingId');
    expect(idOf({ uuid: t, thing_id: t }, 'ShopThings')).toBe('thing_id');
    expect(idOf({ uuid: t, shopId: t }, 'things')).toBe('uuid');
    expect(idOf({ name: t, ngid: t }, 'things')).toBe('name');
    expect(idOf({ name: t, anythingid: t }, 'things')).toBe('name');
  });

  test.each(['uuid', 'guid', 'uid', 'sid', 'gid', 'key', 'slug'])('called %s, before names', (name) => {
    expect(found({ name: t, email: t, [name]: t }, 'things')).toEqual({ property: name, aliases: [], isNamed: true });
    expect(idOf({ name: t, [name.toUpperCase()]: t }, 'things')).toBe(name.toUpperCase());
  });

  test.each(['name', 'code', 'number', 'token', 'username', 'email'])('%s, if nothing states an id', (name) => {
    expect(found({ size: t, [name]: t }, 'things')).toEqual({ property: name, aliases: [], isNamed: false });
  });

  test('unknown without such a property, or if it is an object, a list or a flag', () => {
    expect(found({ size: t, label: t }, 'things')).toBeUndefined();
    expect(found({ id: 'object', code: 'array' }, 'things')).toBeUndefined();
    expect(found({ id: 'boolean' }, 'things')).toBeUndefined();
    expect(idOf({ id: 'any' }, 'things')).toBe('id');
    expect(idOf({ id: 'string object', code: t }, 'things')).toBe('code');
  });

  test('the id of the schema with a name of its own', () => {
    const item: ItemSchema = { ...itemWith({ uuid: t, widgetId: t }), name: 'Widget' };
    expect(findId(item, 'things')?.property).toBe('widgetId');
    expect(idOf({ uuid: t, thingIdea: t }, 'things')).toBe('uuid');
  });

  test('in the usual spelling, if there are two', () => {
    expect(idOf({ Uuid: t, uuid: t }, 'things')).toBe('uuid');
    expect(idOf({ Name: t, name: t }, 'things')).toBe('name');
  });

  test('not the property with the name of the thing', () => {
    expect(idOf({ contact: t, name: t }, 'contacts')).toBe('name');
  });
});

describe('the id of a path parameter is', () => {
  test('the property with its name, also in another spelling, before id', () => {
    expect(idOf({ id: t, serial: t }, 'things', parameterOf('serial'))).toBe('serial');
    expect(idOf({ id: t, serial_number: t }, 'things', parameterOf('serialNumber'))).toBe('serial_number');
    expect(idOf({ id: t, s_n: t }, 'things', parameterOf('sN'))).toBe('s_n');
    expect(idOf({ serial_number: t, serialNumber: t }, 'things', parameterOf('serialNumber'))).toBe('serialNumber');
  });

  test.each([
    ['username', 'login'],
    ['user_name', 'login'],
    ['login', 'username'],
  ])('for {%s} the %s, unless there is one of its name', (name, other) => {
    expect(idOf({ name: t, id: t, [other]: t }, 'users', parameterOf(name))).toBe(other);
    expect(idOf({ [other]: t, [name]: t }, 'users', parameterOf(name))).toBe(name);
  });

  test.each([
    ['token', 'financial_account_token', 'financial_accounts', { account_token: t, token: t }],
    ['code', 'country_code', 'countries', { name: t, code: t, id: t }],
    ['sku', 'ordersku', 'orders', { id: t, sku: t }],
    ['sku', 'productSku', 'things', { id: t, sku: t }],
    ['id', 'order_price_id', 'items', { price_id: t, id: t }],
    ['id', 'gpg_key_id', 'gpg_keys', { id: t, key_id: t }],
  ])('%s for {%s} of %s: what follows the noun, and no reference', (id, parameter, noun, properties) => {
    expect(idOf(properties, noun, parameterOf(parameter))).toBe(id);
  });

  test('the longest property with which its name ends', () => {
    expect(idOf({ subnet: t, externalSubnet: t }, 'things', parameterOf('my_external_subnet'))).toBe('externalSubnet');
    expect(idOf({ id: t, serial: t }, 'things', parameterOf('thingSerial'))).toBe('serial');
    expect(idOf({ id: t, ref: t }, 'things', parameterOf('thing_ref'))).toBe('ref');
    expect(idOf({ uuid: t, ref: t }, 'things', parameterOf('thingxref'))).toBe('uuid');
    expect(idOf({ uuid: t, serial_number: t }, 'things', parameterOf('deviceserialnumber'))).toBe('serial_number');
    expect(idOf({ uuid: t, thing: t }, 'shops', parameterOf('thingOfMine'))).toBe('uuid');
  });

  test('not a property with the name of the thing, unless nothing else states an id', () => {
    expect(idOf({ id: t, contact: t }, 'contacts', parameterOf('contact'))).toBe('id');
    expect(found({ size: t, contact: t, name: t }, 'contacts', parameterOf('contact'))).toEqual({
      property: 'contact',
      aliases: [],
      isNamed: false,
    });
    expect(idOf({ size: t, contact: t, name: t }, 'people', parameterOf('person'))).toBe('name');
  });

  test('the first of its alternatives, the id first', () => {
    const alternatives = (name: string, properties: Properties) => found(properties, 'things', parameterOf(name));
    const both = { slug: t, id: t, name: t };
    expect(alternatives('idOrSlug', both)).toEqual({ property: 'id', aliases: ['slug'], isNamed: true });
    expect(alternatives('slug_or_id', both)).toEqual({ property: 'id', aliases: ['slug'], isNamed: true });
    expect(alternatives('thingNameOrThingSlug', both)).toMatchObject({ property: 'id', aliases: ['slug', 'name'] });
    expect(alternatives('thingNameOrThingSlug', { slug: t, name: t })?.aliases).toEqual(['name']);
    expect(alternatives('userNameOrId', { userName: t, id: t, name: t })).toEqual({
      property: 'id',
      aliases: ['userName'],
      isNamed: true,
    });
    expect(alternatives('idOrId', both)).toEqual({ property: 'id', aliases: [], isNamed: true });
    expect(alternatives('idOrThingSlug', { id: t, thingSlug: t, slug: t })?.aliases).toEqual(['thingSlug']);
    expect(alternatives('idOrMyThingSlug', { id: t, slug: t })?.aliases).toEqual(['slug']);
    expect(alternatives('slugOrIdea', { idea: t, slug: t })).toMatchObject({ property: 'slug', aliases: ['idea'] });
    expect(alternatives('slugOrHandle', both)).toEqual({ property: 'id', aliases: ['slug'], isNamed: true });
  });

  test('not an alternative to nothing', () => {
    expect(idOf({ id: t, slug: t }, 'things', parameterOf('slug_or'))).toBe('id');
  });

  test('beside its id, a text with the name of the parameter', () => {
    const realm = (properties: Properties) => found(properties, 'realms', parameterOf('realm'));
    expect(realm({ id: t, realm: t })).toEqual({ property: 'id', aliases: ['realm'], isNamed: true });
    expect(realm({ id: t, realm: 'integer' })).toEqual({ property: 'id', aliases: [], isNamed: true });
    const revision = (type: string) => found({ sid: t, revision: type }, 'Revisions', parameterOf('Revision'))?.aliases;
    expect([revision('integer'), revision('boolean')]).toEqual([['revision'], []]);
    expect(realm({ id: t, realmName: t })).toEqual({ property: 'id', aliases: [], isNamed: true });
  });

  test.each<[Properties, string, readonly string[]]>([
    [{ id: 'integer', documentId: t }, 'string', ['documentId']],
    [{ id: t, documentId: t }, 'any', ['documentId']],
    [{ id: 'integer', uuid: t }, 'string', ['uuid']],
    [{ id: t, _id: t }, 'string', ['_id']],
    [{ id: t, uuid: t }, 'string', []],
    [{ id: 'integer', documentId: 'integer' }, 'string', []],
    [{ id: 'integer', documentId: t }, 'integer', []],
    [{ id: 'integer', name: t }, 'string', []],
  ])('of %j, `{id}` of %s also takes %j', (properties, types, aliases) => {
    expect(found(properties, 'things', parameterOf('id', types))).toMatchObject({ property: 'id', aliases });
  });

  test.each(['or_slug', 'slug_or', 'handleOrNick'])('not an alternative in %s', (name) => {
    expect(found({ id: t, size: t }, 'things', parameterOf(name))).toEqual({
      property: 'id',
      aliases: [],
      isNamed: true,
    });
  });
});

describe('a property may be in the path', () => {
  const fits = (property: string, parameter: string, name = 'id'): boolean =>
    found({ [name]: property }, 'things', parameterOf('x', parameter)) !== undefined;

  test('as a number, if the path takes numbers', () => {
    expect(fits('integer', 'integer')).toBe(true);
    expect(fits('number', 'integer')).toBe(true);
    expect(fits('integer', 'string')).toBe(true);
    expect(fits('string', 'integer')).toBe(true);
    expect(fits('string uuid', 'integer')).toBe(false);
    expect(fits('string', 'integer', 'name')).toBe(false);
    expect(fits('string x-date', 'integer')).toBe(true);
    expect(fits('integer', 'integer', 'number')).toBe(true);
  });

  test('as a UUID, if the path takes UUIDs', () => {
    expect(fits('string uuid', 'string uuid')).toBe(true);
    expect(fits('string', 'string uuid')).toBe(true);
    expect(fits('string email', 'string uuid')).toBe(false);
    expect(fits('integer', 'string uuid')).toBe(false);
    expect(fits('string', 'string uuid', 'name')).toBe(false);
    expect(fits('string uuid', 'string uuid', 'code')).toBe(true);
  });

  test.each(['date', 'date-time', 'time', 'duration'])('as a text, but not of the format %s', (format) => {
    expect(fits(`string ${format}`, 'string', 'code')).toBe(false);
    expect(fits(`string ${format}`, 'string', 'id')).toBe(true);
    expect(fits('string email', 'string', 'email')).toBe(true);
  });

  test.each([
    ['key_id', '^k', '^t', false],
    ['key_id', '^k', '^k', true],
    ['key_id', undefined, '^t', true],
    ['key_id', '^k', undefined, true],
    ['secret', '^k', '^t', true],
  ])('%s with the pattern %s as a token with the pattern %s: %s', (name, inPath, inItem, isFound) => {
    const item: ItemSchema = { ...itemWith({ token: t }), patternOf: () => inItem };
    expect(findId(item, 'things', { ...parameterOf(name), pattern: inPath }) !== undefined).toBe(isFound);
  });

  test('as anything, if the path or the property states nothing', () => {
    expect(fits('string date', 'any', 'code')).toBe(true);
    expect(fits('boolean', 'any')).toBe(false);
    expect(fits('any', 'integer', 'code')).toBe(true);
  });
});

test('the parameter is that of the path, with its own schema', () => {
  const item = object({ code: text, number: integer });
  const service = serviceFor({
    '/shops/{shop}/things': { parameters: [inPath('shop', text)], ...collection(item) },
    '/shops/{shop}/things/{x}': {
      parameters: [inQuery('x', text), inPath('shop', text), inPath('x')],
      get: operation(item),
    },
  });
  expect(service.collections.get('things')?.idProperty).toBe('number');
});

describe('the id in an object about the item', () => {
  const { describe: describeSchema, keyOf } = readSchemas();
  const innerIdIn = (properties: object, parameter: string | undefined) =>
    findInnerId(
      describeSchema(keyOf(object(properties))),
      'taxes',
      parameter === undefined ? undefined : parameterOf(parameter),
    );
  const innerIdOf = (properties: object, parameter: string | undefined) =>
    innerIdIn({ kind: text, ...properties }, parameter);

  test.each(['metadata', 'meta', 'sys', 'Meta'])('is in %s, if it has the name of the parameter', (name) => {
    const about = object({ labels: object({ name: text }), name: text, uid: text });
    expect(innerIdOf({ spec: object({ name: text }), [name]: about }, 'name')).toBe(`${name}.name`);
    expect(innerIdOf({ [name]: about }, 'podName')).toBe(`${name}.name`);
    expect(innerIdOf({ [name]: about }, 'id')).toBeUndefined();
    expect(innerIdOf({ [name]: about }, 'labels')).toBeUndefined();
    expect(innerIdOf({ [name]: about }, undefined)).toBeUndefined();
  });

  test('is the one with the whole name of the parameter, before its last word', () => {
    expect(innerIdOf({ meta: object({ name: text, pod_name: text }) }, 'podName')).toBe('meta.pod_name');
  });

  test('may have the whole name of the parameter in the object that is named so', () => {
    const card = object({ cardId: integer, name: text });
    expect(innerIdIn({ links: object({ self: text }), card }, 'cardId')).toBe('card.cardId');
  });

  test('is not in another object, or in a text', () => {
    expect(innerIdOf({ spec: object({ name: text }) }, 'name')).toBeUndefined();
    expect(innerIdOf({ meta: text }, 'name')).toBeUndefined();
  });

  test('is in the object that is all of the item, if its name states that', () => {
    const tax = object({ region: text, taxId: text });
    expect(innerIdIn({ tax }, 'id')).toBe('tax.taxId');
    expect(innerIdIn({ tax }, undefined)).toBeUndefined();
    expect(innerIdIn({ tax, kind: text }, 'id')).toBeUndefined();
    expect(innerIdIn({ tax: object({ name: text }) }, 'id')).toBeUndefined();
    expect(innerIdIn({ tax: text }, 'id')).toBeUndefined();
  });
});

test.each([
  ['idAutor', 'autores'],
  ['autorId', 'autores'],
  ['id_sessao', 'sessoes'],
])('%s is the id of %s, a plural of another language', (name, noun) => {
  expect(idOf({ nome: t, [name]: t }, noun)).toBe(name);
  expect(idOf({ nome: t, partId: t, idEditor: t }, noun)).toBeUndefined();
});

test.each([
  ['id_product', 'productId'],
  ['productId', 'id_product'],
])('%s is the id for {%s}', (name, parameter) => {
  expect(idOf({ name: t, id_order: t, [name]: 'number' }, 'inventory', parameterOf(parameter, 'number'))).toBe(name);
});

test('an id may be named with the noun behind it', () => {
  expect(idOf({ id_categoria: t, id_tema: t, titulo: t }, 'temas')).toBe('id_tema');
  expect(idOf({ idTema: t, titulo: t }, 'temas', parameterOf('codigo'))).toBe('idTema');
  expect(idOf({ idAutor: t, titulo: t }, 'temas')).toBeUndefined();
});

test('the id of several, where the noun is one', () => {
  expect(idOf({ servicesID: 'integer', servicesName: t }, 'service', parameterOf('serviceID', 'integer'))).toBe(
    'servicesID',
  );
});

test('a path that takes texts has the text by which a thing with a number is known', () => {
  const team = { id: 'integer', login: 'string', title: 'string' };
  expect(found(team, 'teams', parameterOf('team'))).toMatchObject({ property: 'id', aliases: ['login'] });
  expect(found(team, 'teams', parameterOf('team', 'integer'))).toMatchObject({ property: 'id', aliases: [] });
  expect(found(team, 'teams', parameterOf('team_id'))).toMatchObject({ property: 'id', aliases: [] });
  const tag = { id: 'integer', name: 'string' };
  for (const name of ['tag', 'slug', 'key'])
    expect(found(tag, 'tags', parameterOf(name))).toMatchObject({ property: 'id', aliases: ['name'] });
  expect(found({ ...tag, id: 'string' }, 'tags', parameterOf('tag'))).toMatchObject({ aliases: [] });
});
