/** The response of an operation without state: the document's example or generated data that follow the request. */

import { type Json, setAt, valueAt } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import { addParameterSteps } from '../resources/list-items.ts';
import {
  aroundOf,
  orderedItems,
  pagingOf,
  sizeOfPage,
  startOfPage,
  toItem,
  type Window,
  windowOf,
} from '../resources/page.ts';
import { parametersAndSent } from '../resources/request-properties.ts';
import type { Paging } from '../service/binding.ts';
import type { Content, ParameterValues, ResponseHeader, StatelessList, StatelessView } from '../service/operation.ts';
import { pagingIndexes } from '../service/parameter-effects.ts';
import { generateBody } from './body-memo.ts';
import type { PageContext } from './page-metadata.ts';
import { type Reflected, reflectList, reflectPath, reflectRequest, withParentIds } from './reflect-request.ts';
import { setSuccessFlags } from './render-item.ts';
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
  const view = context.operation?.statelessView?.() as StatelessView;
  const paged = pagedOf(context, content, view.list, input);
  if (paged !== undefined) {
    const { body, ...pageContext } = paged;
    const { view: listView } = pageContext.binding;
    return {
      headers: pageHeaders(pageContext, listView, documented),
      body: renderList(pageContext, content, listView, body),
    };
  }
  const generated = generateBody(context, content);
  const { value, properties } = reflected(context, content, view, input, generated);
  if (properties.length > 0) context.steps.push({ type: 'reflected', properties });
  const shown = context.operation?.method === 'DELETE' ? acknowledged(content, value) : value;
  return { headers: [], body: { mediaType, value: shown } };
};

/** Makes the body a success, whatever was generated. */
const acknowledged = (content: Content, value: Json): Json => {
  const flagged = setSuccessFlags(value, 'delete');
  return flagged === value || content.check(flagged).length > 0 ? value : flagged;
};

const reflected = (
  context: RequestContext,
  content: Content,
  view: StatelessView,
  input: Input,
  body: Json,
): Reflected => {
  const { list } = view;
  const items = list && valueAt(body, list.path);
  if (list === undefined || !Array.isArray(items)) return reflectRequest(context, content, view, input, body);
  const sent = view.sentList && input.body !== undefined ? valueAt(input.body, view.sentList) : undefined;
  if (Array.isArray(sent)) return reflectList(content, body, { path: list.path, items, sent });
  const beside = list.path.length === 0 ? body : reflectPath(body, context);
  const named = beside === body || content.check(beside).length <= content.check(body).length ? beside : body;
  return {
    value: setAt(named, list.path, itemsOfParents(content, named, list, items, input.parameters)),
    properties: [],
  };
};

/** The items with the ids of their parents, unless the schema rejects these. */
const itemsOfParents = (
  content: Content,
  body: Json,
  { path, parents }: StatelessList,
  items: readonly Json[],
  parameters: ParameterValues,
): readonly Json[] => {
  if (parents.length === 0) return items;
  const named = withParentIds(items, parents, parameters);
  const problemsWith = (list: readonly Json[]) => content.check(setAt(body, path, list)).length;
  return problemsWith(named) <= problemsWith(items) ? named : items;
};

/** The page that the request selects, and the generated body with the list; undefined if there is none. */
const pagedOf = (
  context: RequestContext,
  content: Content,
  list: StatelessList | undefined,
  input: Input,
): (PageContext & { readonly body: Json }) | undefined => {
  if (list?.paged === undefined) return undefined;
  const { idProperty, sent } = list.paged;
  const parameters = parametersAndSent(input, sent);
  const paging = pagingOf(list.paged.paging, parameters, context.parameters) ?? list.paged.paging;
  const listed = listedIn(context, content, list.path, paging);
  if (listed === undefined) return undefined;
  const items = itemsOfParents(content, listed.body, list, listed.values, parameters).map(toItem(idProperty));
  const ordered = orderedItems(items, []);
  const size = sizeOfPage(paging, parameters);
  const start = startOfPage(paging, parameters, size);
  const count = size ?? Number.POSITIVE_INFINITY;
  const requested: Window = { start, end: start + count };
  const window =
    paging.style === 'cursor'
      ? windowOf(paging, parameters, count, ordered, (cursor) => items.find(({ key }) => key === cursor))
      : requested;
  // Without state, an unknown cursor may come from an example of the document.
  const { start: first, end } = 'unknown' in window ? requested : window;
  const around = aroundOf(paging, { start: first, end }, ordered, size);
  const page = { items: ordered.slice(first, end), start: first, total: items.length, size, terms: [], around };
  addParameterSteps(context, list.paged, page);
  return { requestContext: context, binding: { ...list.paged, paging }, page, body: listed.body };
};

/** The number of items of a generated list on all its pages. */
const listSize = 5;

/** The items of all pages, the same for each request of the list; undefined if the body contains no list. */
const listedIn = (
  context: RequestContext,
  content: Content,
  path: readonly string[],
  paging: Paging,
): { readonly values: readonly Json[]; readonly body: Json } | undefined => {
  const { state, seedName, request, now, operation } = context;
  const query = new URLSearchParams(request.query);
  for (const position of pagingIndexes(paging)) {
    const parameter = position === undefined ? undefined : operation?.parameters[position];
    if (parameter !== undefined) query.delete(parameter.name);
  }
  const body = content.generate({
    seed: seedFrom(state.seed, seedName, request.path, String(query)),
    now,
    listSize: { name: path.at(-1), least: listSize, within: path },
  });
  const values = valueAt(body, path);
  return Array.isArray(values) ? { values: values as readonly Json[], body } : undefined;
};
