/** Hand-written collections of every kind: nested items, singletons, items without an id. */

import { isJsonObject, type Json, type JsonObject } from '../../src/core/primitives/json.ts';
import { randomOf } from '../../src/core/primitives/seeded-random.ts';
import type { Problem } from '../../src/core/service/check.ts';
import type { CollectionSpec, Parent } from '../../src/core/service/collection-facts.ts';
import { plainCollection } from '../core/plain-collection.ts';

type Types = Readonly<Record<string, 'integer' | 'string'>>;

/** All of these properties are required and have these types. */
const checkOf =
  (types: Types, required: readonly string[]) =>
  (value: Json): readonly Problem[] => {
    if (!isJsonObject(value)) return [{ pointer: '', rule: 'type', message: 'must be an object' }];
    const missing = required.filter((name) => value[name] === undefined);
    const wrong = Object.entries(types).filter(([name, type]) => {
      const property = value[name];
      return (
        property !== undefined && (type === 'integer' ? !Number.isInteger(property) : typeof property !== 'string')
      );
    });
    return [
      ...missing.map((name) => ({ pointer: `/${name}`, rule: 'required', message: 'is required' })),
      ...wrong.map(([name, type]) => ({ pointer: `/${name}`, rule: 'type', message: `must be ${type}` })),
    ];
  };

type Given = Partial<Omit<CollectionSpec, 'check'>> & { readonly types?: Types };

export const collection = (name: string, { types = {}, ...given }: Given = {}): CollectionSpec =>
  plainCollection(name, {
    required: Object.keys(types),
    check: checkOf(types, given.required ?? Object.keys(types)),
    generate: ({ seed }) =>
      Object.fromEntries(
        Object.entries(types).map(([property, type]): [string, Json] => {
          const number = Math.floor(randomOf(seed) * 1000);
          return [property, type === 'integer' ? number : `${property} ${number}`];
        }),
      ),
    ...given,
  });

export const parent = (name: string, given: Partial<Parent> = {}): Parent => ({
  name,
  property: undefined,
  type: 'integer',
  example: undefined,
  ...given,
});

export const collectionsOf = (...specs: readonly CollectionSpec[]): ReadonlyMap<string, CollectionSpec> =>
  new Map(specs.map((spec) => [spec.name, spec]));

const userId = parent('userId', { property: 'userId' });

/** Users with their todos and the comments on them, one profile each, and one set of settings for all. */
export const household = (): ReadonlyMap<string, CollectionSpec> =>
  collectionsOf(
    collection('comments', {
      idType: 'string',
      parents: [parent('userId'), parent('todoId')],
      parentCollection: 'todos',
      types: { id: 'string', text: 'string' },
    }),
    collection('todos', {
      parents: [userId],
      parentCollection: 'users',
      children: ['comments'],
      types: { id: 'integer', userId: 'integer', text: 'string', categoryId: 'string' },
      required: ['id', 'text'],
    }),
    collection('users', { children: ['todos', 'profile'], types: { id: 'integer', name: 'string' } }),
    collection('categories', { idType: 'string', types: { id: 'string' } }),
    collection('profile', {
      kind: 'singleton',
      idProperty: undefined,
      idType: 'string',
      parents: [parent('userId')],
      parentCollection: 'users',
      types: { bio: 'string' },
    }),
    collection('settings', { kind: 'singleton', idProperty: undefined, idType: 'string', types: { theme: 'string' } }),
    collection('events', { idProperty: undefined, idType: 'string', types: { what: 'string' } }),
  );

export const data = {
  users: [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bo' },
  ],
  todos: [
    { $parent: { userId: 1 }, id: 3, text: 'Water' },
    { $parent: { userId: 2 }, id: 3, text: 'Feed' },
    { userId: 2, id: 4, text: 'Sweep' },
  ],
  comments: [{ $parent: { userId: 2, todoId: 3 }, id: 'a,b', text: 'Done' }],
  profile: [{ $parent: { userId: 1 }, bio: 'Counts' }],
  settings: { theme: 'dark' },
  events: [{ what: 'Start' }, { $id: '1', what: 'Stop' }],
} satisfies Readonly<Record<string, readonly JsonObject[] | JsonObject>>;
