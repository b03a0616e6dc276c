/** The served OpenAPI document. It is loaded when a view needs it, because it may be large. */
import { signal } from '@preact/signals';
import { pathTo, valueAt } from '../../../core/primitives/json.ts';
import { call, isObject, type Json, type JsonObject } from '../api/panel-client.ts';

export const documents = signal<ReadonlyMap<string, JsonObject>>(new Map());

const loading = new Map<string, Promise<JsonObject>>();

export const loadDocument = (service = ''): Promise<JsonObject> => {
  const known = loading.get(service);
  if (known !== undefined) return known;
  const path = service === '' ? '/service/openapi.json' : `/services/${encodeURIComponent(service)}/openapi.json`;
  const loaded = call<JsonObject>('GET', path).then((document) => {
    documents.value = new Map([...documents.peek(), [service, document]]);
    return document;
  });
  loading.set(service, loaded);
  // Loaded again on next use.
  loaded.catch(() => loading.delete(service));
  return loaded;
};

/** The target of a `$ref` in the document, at the end of the chain. Other values are returned unchanged. */
export const resolve = (document: JsonObject, value: Json | undefined): JsonObject => {
  let current: Json | undefined = value;
  for (let depth = 0; depth < 20 && isObject(current) && typeof current.$ref === 'string'; depth++)
    current = current.$ref.startsWith('#/')
      ? valueAt(document, pathTo(decodeURIComponent(current.$ref.slice(1))))
      : undefined;
  return isObject(current) ? current : {};
};

/** The operation of a path and a method, including the parameters of its path. */
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

/** The format and the bounds of a schema: `int64, at least 1`. */
export const rulesOf = (schema: JsonObject): string => {
  const words = [
    textOf(schema.format),
    bound(schema.minimum, schema.maximum, ''),
    bound(schema.minLength, schema.maxLength, ' characters'),
    bound(schema.minItems, schema.maxItems, ' items'),
    textOf(schema.pattern) === '' ? '' : `matches ${textOf(schema.pattern)}`,
  ];
  return words.filter((word) => word !== '').join(', ');
};

const bound = (least: Json | undefined, most: Json | undefined, unit: string): string => {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${String(most)}${unit}`;
  return most === undefined ? `at least ${String(least)}${unit}` : `${String(least)} to ${String(most)}${unit}`;
};
