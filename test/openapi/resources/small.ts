/** Small documents with resources. */
import { type Binding, type ItemBinding, type ListBinding, showsItems } from '../../../src/core/service/binding.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { declared, integer, listOf, object, operation, type Rest, ref, text } from '../../short-document.ts';
import { operationOf, serviceOf } from '../documents.ts';

export const Thing = object({ id: integer, name: text, kind: text, userId: integer }, ['id', 'name']);

export const things = listOf(ref('Thing'));

/** An operation whose response has no body. */
export const nothing = operation(undefined);

/** An operation that takes what it returns. */
export const saving = (schema: object, rest: Rest = {}) => operation(schema, { takes: schema, ...rest });

/** The operations of a collection: a list of its items, and a new one. `rest`: of the creation, which takes a whole item unless stated. */
export const collection = (item: object, rest: Rest = {}) => ({
  get: operation(listOf(item)),
  post: saving(item, rest),
});

/** The operations of the item path `/things/{thingId}`. */
export const thing = { get: operation(ref('Thing')), delete: nothing };

type Operations = Readonly<Record<string, object>>;

/** Path parameters are declared from the template, as integers; operations are named `METHOD /path`. */
export const serviceFor = (paths: object, schemas: object = {}): Service =>
  serviceOf(declared(paths), { schemas: { Thing, ...schemas } });

/**
 * Operations in short: `GET /things` lists things, `GET /things/{id}` reads one, `POST`, `PUT` and `PATCH` take and return one,
 * `DELETE` returns nothing. `GET /rows Row` has a schema of its own.
 */
export const pathsOf = (short: string, usual = 'Thing'): Readonly<Record<string, Operations>> => {
  const paths: Record<string, Operations> = {};
  for (const [method = '', path = '', name = usual] of short.split(', ').map((one) => one.split(' '))) {
    const isList = method === 'GET' && !path.endsWith('}');
    const answer = method === 'DELETE' ? undefined : isList ? listOf(ref(name)) : ref(name);
    const takes = method === 'GET' || method === 'DELETE' ? undefined : answer;
    const described = operation(answer, { takes, ...(method === 'POST' && { status: 201 }) });
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return paths;
};

/** A service with one thing, and with this operation for the list of things. */
export const thingsService = (list: object, schemas: object = {}): Service =>
  serviceFor({ '/things': { get: list }, '/things/{thingId}': { get: operation(ref('Thing')) } }, schemas);

/** The binding of each operation: `things.list`, or `-`; `things.about` if it shows something else than the item that it is about. */
export const boundIn = (service: Service): Readonly<Record<string, string>> =>
  Object.fromEntries(
    service.operations.map(({ name, binding }) => [
      name,
      binding === undefined ? '-' : `${binding.collection.name}.${showsItems(binding) ? binding.action : 'about'}`,
    ]),
  );

export const bindingOf = (service: Service, name: string): Binding => {
  const { binding, reason } = operationOf(service, name);
  if (binding === undefined) throw new Error(`${name} is not bound: ${reason}`);
  return binding;
};

export const listBindingOf = (service: Service, name: string): ListBinding => bindingOf(service, name) as ListBinding;

/** The list of items with this schema, which are created too, with these parameters. */
export const listOfItems = (Item: object, ...parameters: readonly object[]): ListBinding => {
  const list = operation(listOf(ref('Item')), { parameters });
  const service = serviceFor({ '/items': { get: list, post: saving(ref('Item')) } }, { Item });
  return listBindingOf(service, 'GET /items');
};

export const itemBindingOf = (service: Service, name: string): ItemBinding => bindingOf(service, name) as ItemBinding;
