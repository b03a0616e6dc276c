/** A client that follows the cursors anywhere beside a list gets every item once, with state and without. */
import { expect } from 'vitest';
import { type Json, type JsonObject, valueAt } from '../../../../src/core/primitives/json.ts';
import { defaultDocument } from '../../../../src/scenario/data/default-scenario.ts';
import { documentOf, readyService, requestOf, stateOf, take } from '../../../core/helpers.ts';
import { inPath, integer, jsonBody, object, ref, text } from '../../../short-document.ts';

const uuid: JsonObject = { type: 'string', format: 'uuid' };
const item: JsonObject = ref('Item');

/** An object with one property at a path. */
const nested = ([name, ...rest]: readonly string[], isRequired: boolean, type: JsonObject): JsonObject =>
  name === undefined
    ? type
    : { type: 'object', properties: { [name]: nested(rest, isRequired, type) }, required: isRequired ? [name] : [] };

const operation = (schema: JsonObject, isStateless: boolean, more: JsonObject = {}): JsonObject => ({
  ...(isStateless && { 'x-vivarium': false }),
  responses: { 200: { description: '', content: jsonBody(schema) } },
  ...more,
});

interface Shape {
  readonly path: readonly string[];
  readonly parameter: string;
  readonly type: JsonObject;
  readonly sent: JsonObject;
  readonly id: JsonObject;
  readonly isStateless: boolean;
  readonly isRequired: boolean;
}

const serviceWith = ({ path, parameter, type, sent, id, isStateless, isRequired }: Shape) => {
  const { properties, required } = nested(path, isRequired, type) as { properties: JsonObject; required: string[] };
  const Item = object({ id, name: text }, ['id', 'name']);
  const list = object({ ...properties, items: { type: 'array', minItems: 3, items: item } }, [...required, 'items']);
  const inQuery = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
  const parameters = [inQuery('limit', { type: 'integer' }), inQuery(parameter, sent)];
  const document = documentOf({
    '/items': {
      get: operation(list, isStateless, { parameters }),
      post: operation(item, isStateless, { requestBody: { content: jsonBody(item) } }),
    },
    '/items/{id}': { parameters: [inPath('id', text)], get: operation(item, isStateless) },
  });
  return readyService({ ...document, components: { schemas: { Item } } });
};

/** The query of the next page: that of a link, or with a cursor. */
const queryAfter = (next: string, parameter: string): string =>
  next.startsWith('http')
    ? new URL(next).search
    : `?limit=2&${encodeURIComponent(parameter)}=${encodeURIComponent(next)}`;

const cases: readonly (readonly [string, string])[] = [
  ['cursor', 'cursor'],
  ['next', 'cursor'],
  ['next_page', 'page_token'],
  ['bookmark', 'bookmark'],
  ['meta.next', 'cursor'],
  ['meta.cursor', 'cursor'],
  ['meta.next_page', 'cursor'],
  ['meta.nextPageToken', 'pageToken'],
  ['meta.scroll_id', 'scroll_id'],
  ['meta.cursor.next', 'cursor'],
  ['meta.cursors.after', 'after'],
  ['meta.page.after', 'page[after]'],
  ['meta.pagination.cursors.next', 'cursor'],
  ['metadata.continuation', 'continuation'],
  ['pagination.nextKey', 'startKey'],
  ['pagination.next_starting_after', 'starting_after'],
  ['cursor_pagination.next_cursor', 'cursor'],
  ['list_info.next_cursor', 'cursor'],
  ['pageInfo.endCursor', 'after'],
  ['paging.next.after', 'after'],
  ['paging.next.link', 'after'],
  ['pages.next.starting_after', 'starting_after'],
  ['nextPage.token', 'token'],
  ['links.next', 'cursor'],
  ['_links.next.href', 'cursor'],
  ['next_max_id', 'max_id'],
  ['pagination.next_max_id', 'max_id'],
  ['next_since_id', 'since_id'],
  ['next_id', 'after_id'],
  ['meta.nextId', 'sinceId'],
  ['next_id', 'next_id'],
  ['next_state', 'state'],
  ['paging.next.from_id', 'from_id'],
  ['nextPageKey', 'pageKey'],
  ['nextResumeToken', 'resumeToken'],
  ['pagination.last_id', 'last_id'],
  ['last_id', 'after'],
];

/** Those of the property, of the parameter and of the ids. */
const types = [
  { type: text, sent: text, id: uuid },
  { type: integer, sent: integer, id: uuid },
  { type: integer, sent: integer, id: integer },
  { type: integer, sent: text, id: integer },
  { type: text, sent: integer, id: text },
  { type: uuid, sent: uuid, id: uuid },
  { type: { type: 'string', minLength: 1 }, sent: text, id: integer },
  {
    type: { type: ['integer', 'null'], minimum: 1 },
    sent: { type: 'integer', minimum: 1, maximum: 2147483647 },
    id: uuid,
  },
] as const;

/** Every path with every type that a list may have, with state and without. Half of them are required: of each path, and of each type. */
export const cursorVariants = cases.flatMap(([path, parameter], row) =>
  types
    .filter(({ type }) => type === text || !/links?\b/.test(path))
    .flatMap((all, index) =>
      [false, true].map((isStateless) => {
        const isRequired = (row + index + Number(isStateless)) % 2 === 0;
        return { path: path.split('.'), parameter, isStateless, isRequired, ...all, index };
      }),
    ),
);

export const cursorTitle =
  'a client follows $path by $parameter (stateless: $isStateless, required: $isRequired, types: $index)';

export const followCursors = async (shape: (typeof cursorVariants)[number]): Promise<void> => {
  const { path, parameter } = shape;
  const service = await serviceWith(shape);
  const state = stateOf(service, defaultDocument(service));
  const seen: Json[] = [];
  let query = '?limit=2';
  for (let pages = 0; query !== ''; pages++) {
    expect(pages, 'the list ends').toBeLessThan(5);
    const { status, body, exchange } = take(service, state, requestOf('GET', `/items${query}`));
    expect([status, exchange.violations.filter(({ pointer }) => pointer !== '/items')]).toEqual([200, []]);
    const items = valueAt(body as Json, ['items']) as readonly JsonObject[];
    seen.push(...items.map(({ id }) => id as Json));
    const next = items.length === 0 ? '' : String(valueAt(body as Json, path) ?? '');
    query = next === '' || next === '0' || next === 'null' ? '' : queryAfter(next, parameter);
  }
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(new Set(seen).size).toBe(seen.length);
};
