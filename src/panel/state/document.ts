/** The OpenAPI document that is served: read when a view first needs it, since it may be large. */
import { signal } from '@preact/signals';
import { call } from '../api/client.ts';
import { isObject, type Json, type JsonObject } from '../api/json.ts';

export const documents = signal<ReadonlyMap<string, JsonObject>>(new Map());

const loading = new Map<string, Promise<JsonObject>>();

/** The document of one of several services, or the only one. */
export const loadDocument = (service = ''): Promise<JsonObject> => {
  const known = loading.get(service);
  if (known !== undefined) return known;
  const path = service === '' ? '/service/openapi.json' : `/services/${encodeURIComponent(service)}/openapi.json`;
  const loaded = call<JsonObject>('GET', path).then((document) => {
    documents.value = new Map([...documents.peek(), [service, document]]);
    return document;
  });
  loading.set(service, loaded);
  // Asked for again next time.
  loaded.catch(() => loading.delete(service));
  return loaded;
};

/** What a `$ref` within the document names, followed to its end; anything else as it is. */
export const resolve = (document: JsonObject, value: Json | undefined): JsonObject => {
  let one: Json | undefined = value;
  for (let depth = 0; depth < 20 && isObject(one) && typeof one.$ref === 'string'; depth++)
    one = at(document, one.$ref);
  return isObject(one) ? one : {};
};

const at = (document: JsonObject, reference: string): Json | undefined => {
  if (!reference.startsWith('#/')) return undefined;
  let one: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    one = isObject(one) && Object.hasOwn(one, name) ? one[name] : undefined;
  }
  return one;
};

/** The operation of a path and a method, with the parameters of its path. */
export const operationIn = (
  document: JsonObject,
  { method, path }: { readonly method: string; readonly path: string },
): JsonObject => {
  const paths = isObject(document.paths) ? document.paths : {};
  const item = resolve(document, paths[path]);
  const operation = item[method.toLowerCase()];
  if (!isObject(operation)) return {};
  return { ...operation, parameters: [...listOf(item.parameters), ...listOf(operation.parameters)] };
};

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
