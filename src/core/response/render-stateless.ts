/** The response of an operation without state: the document's example or generated data that follow the request. */

import { equalsJson, type Json, type JsonObject, stringifyJson } from '../primitives/json.ts';
import { setAt, valueAt } from '../primitives/json-path.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import { orderedItems, type Page, sizeOfPage, startOfPage, type Window, windowOf } from '../resources/page.ts';
import type { Paging } from '../service/binding.ts';
import type { Content, ParameterValues, ResponseHeader } from '../service/operation.ts';
import type { StatelessList, StatelessView } from '../service/stateless-view.ts';
import { createMemo, type Item } from '../state/collection.ts';
import { generateBody } from './envelope.ts';
import type { PageContext } from './page-metadata.ts';
import { type Reflected, reflectRequest, withParentIds } from './reflect-request.ts';
import { pageHeaders, renderList } from './render-list.ts';
import type { ResponseDraft } from './write-response.ts';

/** The same request gets the same response: generated data depend on the path and the query. */
export const renderStateless = (
  context: RequestContext,
  content: Content,
  documented: readonly ResponseHeader[],
  input: Input,
): Pick<ResponseDraft, 'headers' | 'body'> => {
  const { mediaType } = content;
  const view = context.operation?.statelessView?.();
  const paged = view?.list?.paged;
  const page = paged && pageOf(context, content, view?.list as StatelessList, paged.paging, input.parameters);
  if (paged !== undefined && page !== undefined) {
    const pageContext: PageContext = { requestContext: context, binding: paged, page };
    return {
      headers: pageHeaders(pageContext, paged.view, documented),
      body: renderList(pageContext, content, paged.view),
    };
  }
  const generated = generateBody(context, content);
  const { value, properties } = reflected(context, content, view, input, generated);
  if (properties.length > 0) context.steps.push({ type: 'reflected', properties });
  return { headers: [], body: { mediaType, value, written: undefined } };
};

const reflected = (
  context: RequestContext,
  content: Content,
  view: StatelessView | undefined,
  input: Input,
  body: Json,
): Reflected => {
  if (view === undefined) return { value: body, properties: [] };
  const { list } = view;
  const items = list && valueAt(body, list.path);
  if (list === undefined || !Array.isArray(items)) return reflectRequest(context, content, view, input, body);
  return { value: setAt(body, list.path, withParentIds(items, list.parents, input.parameters)), properties: [] };
};

/** The page that the request selects; undefined if the body contains no list. */
const pageOf = (
  context: RequestContext,
  content: Content,
  list: StatelessList,
  paging: Paging,
  parameters: ParameterValues,
): Page | undefined => {
  const values = listedIn(context, content, list.path, paging);
  if (values === undefined) return undefined;
  const items = withParentIds(values, list.parents, parameters).map(toItem);
  const ordered = orderedItems(items, []);
  const size = sizeOfPage(paging, parameters);
  const start = startOfPage(paging, parameters, size);
  const requested: Window = { start, end: start + (size ?? Number.POSITIVE_INFINITY) };
  const window =
    paging.style === 'cursor'
      ? windowOf(paging, parameters, requested.end - requested.start, ordered, (id) => positionIn(items, id))
      : requested;
  // Without state, an unknown cursor may come from an example of the document.
  const { start: first, end } = 'unknown' in window ? requested : window;
  return { items: ordered.slice(first, end), start: first, total: items.length, size, terms: [] };
};

const positionIn = (items: readonly Item[], id: string) => {
  const found = items.find(({ key }) => key === id);
  return found && { order: found.order, keys: [] };
};

/** A list may contain any values, not only objects. */
const toItem = (value: Json, index: number): Item => ({
  key: idIn(value) ?? String(index + 1),
  value: value as JsonObject,
  order: index + 1,
  memo: createMemo(),
});

const idIn = (value: Json): string | undefined => {
  const id = valueAt(value, ['id']);
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : undefined;
};

/** The number of items of a generated list on all its pages, and the number of lists that are generated for them. */
const listSize = 5;
const listAttempts = 6;

/** The items of all pages, the same for each request of the list; undefined if the body contains no list. */
const listedIn = (
  context: RequestContext,
  content: Content,
  path: readonly string[],
  { size, from, before }: Paging,
): readonly Json[] | undefined => {
  const { state, seedName, request, now, operation } = context;
  const query = new URLSearchParams(request.query);
  for (const position of [size, from, before]) {
    const parameter = position === undefined ? undefined : operation?.parameters[position];
    if (parameter !== undefined) query.delete(parameter.name);
  }
  const generate = (attempt: number): Json =>
    content.generate({ seed: seedFrom(state.seed, seedName, request.path, String(query), attempt), now });
  const body = generate(0);
  const first = valueAt(body, path);
  if (!Array.isArray(first)) return undefined;
  const found = [...(first as readonly Json[])];
  const known = new Set(found.map((value) => stringifyJson(value)));
  for (let attempt = 1; attempt < listAttempts && found.length < listSize; attempt++) {
    const more = valueAt(generate(attempt), path);
    // An example is the same each time.
    if (!Array.isArray(more) || equalsJson(more as Json, first)) break;
    const others = (more as readonly Json[]).filter((value) => known.size < known.add(stringifyJson(value)).size);
    found.push(...others.slice(0, listSize - found.length));
  }
  // The schema of the whole list may not accept items of several lists: `oneOf` two kinds of lists, or `maxItems`.
  const isAdded = found.length > first.length && content.check(body).length === 0;
  return isAdded && content.check(setAt(body, path, found)).length > 0 ? (first as readonly Json[]) : found;
};
