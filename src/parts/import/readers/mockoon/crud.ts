/** The data of a bucket as what a client would see of them: the items of a collection, or one object. */
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import { jsonBody, type Seen } from '../../recording/recording.ts';
import type { Bucket } from './buckets.ts';
import { exampleOf } from './endpoint.ts';
import { bucketKeys } from './mockoon-keys.ts';

interface DataRoute {
  readonly bucket: Bucket;
  readonly value: Json;
  /** With its parameters. */
  readonly template: string;
  readonly tags: readonly string[];
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/** The list, or the object. In a nested path, an item is below the parent that it names. */
export const seenData = (route: DataRoute): readonly Seen[] => {
  const { value, template } = route;
  const names = namesIn(template);
  const groups = Map.groupBy(Array.isArray(value) && names.length > 0 ? (value as readonly Json[]) : [], (item) =>
    stringifyJson(names.map((name) => parentIn(item, name))),
  );
  if (groups.size === 0) return [seenOf(route, 'GET', template, new Map(), { body: value })];
  return [...groups.values()].map((items) => {
    const values = new Map(names.map((name) => [name, parentIn(items[0] as Json, name)]));
    return seenOf(route, 'GET', template, values, { body: items });
  });
};

/** The other operations of a CRUD route. `key`: the property with the id. */
export const seenCrud = (route: DataRoute, key: string): readonly Seen[] => {
  const { value, template } = route;
  const derived = (...[method, path, values, answer]: SeenParts): Seen => ({
    ...seenOf(route, method, path, values, answer),
    isDerived: true,
    isBodyPart: true,
  });
  if (!Array.isArray(value))
    return ['PUT', 'PATCH'].map((method) => derived(method, template, new Map(), { sent: value, body: value }));
  const item = (value as readonly Json[]).find(
    (one) => isJsonObject(one) && idText(getProperty(one, key)) !== undefined,
  );
  if (item === undefined) return [];
  const sent = Object.fromEntries(Object.entries(item as JsonObject).filter(([name]) => name !== key));
  const id = idText(getProperty(item as JsonObject, key)) ?? '';
  const values = new Map([...namesIn(template).map((name) => [name, parentIn(item, name)] as const), ['id', id]]);
  const one = `${template === '/' ? '' : template}/{id}`;
  return [
    derived('GET', one, values, { body: item }),
    derived('GET', one, new Map([...values, ['id', '0']]), { status: 404, body: {} }),
    derived('POST', template, values, { sent, status: 201, body: item }),
    derived('PUT', one, values, { sent, body: item }),
    derived('PATCH', one, values, { sent, body: item }),
    derived('DELETE', one, values, { body: {} }),
  ];
};

interface Answer {
  readonly sent?: Json;
  readonly status?: number;
  readonly body: Json;
}

type SeenParts = [method: string, template: string, values: ReadonlyMap<string, string>, answer: Answer];

const seenOf = (
  { bucket, tags, title, description }: DataRoute,
  ...[method, template, values, { sent, status = 200, body }]: SeenParts
): Seen => ({
  key: 'data[]',
  place: bucket.place,
  keys: bucketKeys,
  method,
  origin: '',
  path: exampleOf(template, values),
  template: template.includes('{') ? template : undefined,
  query: '',
  headers: [],
  body: sent === undefined ? undefined : jsonBody(sent),
  response: { status, headers: [], body: jsonBody(body) },
  tags,
  title,
  description,
  isExample: true,
  isBare: true,
});

const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}*]+)\}/g)].map(([, name]) => name as string);

const parentIn = (item: Json, name: string): string =>
  (isJsonObject(item) ? idText(getProperty(item, name)) : undefined) ?? '1';
