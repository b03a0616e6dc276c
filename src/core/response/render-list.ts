/** Renders a page of a list as a response body: the list itself, or an envelope with it. */

import { isTable, originOf } from '../http/http.ts';
import { filterProperties, type Json, type JsonObject, setAt, valueAt } from '../primitives/json.ts';
import { budgetForItems, maxStepsToFit } from '../primitives/step-budget.ts';
import { maxProblems } from '../primitives/units.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ListView } from '../service/binding.ts';
import type { Check, Problem } from '../service/check.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import type { Content, ResponseHeader } from '../service/operation.ts';
import type { PageProperty } from '../service/page-fact.ts';
import type { Item } from '../state/collection.ts';
import { checkOnce, type ProjectedItem, writeOnce } from '../state/item-memo.ts';
import { project } from '../state/projection.ts';
import { referredCollections } from '../state/referred-items.ts';
import type { EmbeddedInputs } from './body-memo.ts';
import { embedIn, embedInEnvelope } from './envelope.ts';
import { factOf, followingOf, type PageContext } from './page-metadata.ts';
import { convertTo, reflectPath } from './reflect-request.ts';
import { setSuccessFlags } from './render-item.ts';
import type { ResponseBody } from './write-response.ts';

/** `start`: the rest of the body; undefined: it is generated. */
export const renderList = (context: PageContext, content: Content, view: ListView, start?: Json): ResponseBody => {
  const { requestContext, page, binding } = context;
  const { mediaType } = content;
  const name = binding.collection?.localName ?? '';
  if (view.count !== undefined) return renderCount(context, content, view.count);
  const { path } = view;
  if (binding.collection && isTable(mediaType)) return { mediaType, value: rowsOf(context, content, view) };
  if (path.length === 0) {
    return { mediaType, ...writeList(renderElements(requestContext, name, page.items, view), view.checkItem) };
  }
  const values = renderElements(requestContext, name, page.items, view).map(({ value }) => value);
  const put = (rest: Json): Json => {
    const flagged = reflectPath(setSuccessFlags(rest, 'list'), requestContext);
    const withFacts = view.facts.reduce((previous, property) => setFact(previous, property, context), flagged);
    return setAt(withFacts, path, values);
  };
  const embedding = { path, value: values, put, inputs: inputsOf(context, view) };
  if (start === undefined) return embedInEnvelope(requestContext, content, embedding);
  const { value, problems } = embedIn(requestContext, content, embedding, start);
  return { mediaType, value, problems };
};

/** The items with all their properties, each a column; without an item, the names of these. */
const rowsOf = (context: PageContext, { check }: Content, view: ListView): Json => {
  const {
    requestContext,
    page: { items },
    binding,
  } = context;
  const { localName, properties } = binding.collection as CollectionSpec;
  const names = [...(view.projection?.properties ?? properties)];
  const head = `${names.join(',')}\r\n`;
  if (items.length === 0 && check(head).length === 0) return head;
  const blank = Object.fromEntries(names.map((name) => [name, null]));
  return renderElements(requestContext, localName, items, view).map(({ value }) => ({
    ...blank,
    ...(value as object),
  }));
};

const renderCount = (context: PageContext, content: Content, path: readonly string[]): ResponseBody => {
  const {
    requestContext,
    page: { total },
  } = context;
  if (path.length === 0) return { mediaType: content.mediaType, value: total };
  const put = (rest: Json): Json => setAt(reflectPath(setSuccessFlags(rest, 'list'), requestContext), path, total);
  return embedInEnvelope(requestContext, content, { path, value: total, put, inputs: undefined });
};

/** The values on which a list in an envelope depends. The facts have links to the address of the request. */
const inputsOf = ({ requestContext, page }: PageContext, view: ListView): EmbeddedInputs | undefined => {
  const { request } = requestContext;
  const place = [request.pathPrefix, originOf(request), ...referredIn(requestContext, view)];
  const { source, items, start, size, total } = page;
  return source && [source, items.length, start, size, total, view, ...place];
};

const referredIn = ({ state }: RequestContext, { projection }: ListView): readonly unknown[] =>
  projection === undefined ? [] : referredCollections(state, projection.references?.() ?? []);

const renderElements = (
  { state }: RequestContext,
  collection: string,
  items: readonly Item[],
  { projection }: ListView,
): readonly ProjectedItem[] => {
  if (projection === undefined) return items;
  const budget = budgetForItems(items.length, maxStepsToFit);
  return items.map((item) => project(state, collection, item, projection, budget));
};

/** Joins the cached texts and problems of the items: an item that was rendered before costs almost nothing. */
const writeList = (items: readonly ProjectedItem[], check: Check | undefined): Omit<ResponseBody, 'mediaType'> => {
  const values: Json[] = [];
  let text = '';
  let byteLength = 2 + Math.max(0, items.length - 1);
  const problems: Problem[] = [];
  const budget = budgetForItems(items.length);
  for (let index = 0; index < items.length; index++) {
    const { memo, value } = items[index] as ProjectedItem;
    values.push(value);
    const written = writeOnce(memo, value);
    text += index === 0 ? written.text : `,${written.text}`;
    byteLength += written.byteLength;
    if (check === undefined) continue;
    const found = checkOnce(memo, value, check, budget);
    if (found.length === 0) continue;
    for (const problem of found.slice(0, maxProblems - problems.length))
      problems.push({ ...problem, pointer: `/${index}${problem.pointer}` });
  }
  const written = { text: `[${text}]`, byteLength };
  return { value: values, written, problems: check === undefined ? undefined : problems };
};

/** Replaces a generated value with the value of a page fact, in the type of the property. */
const setFact = (body: Json, property: PageProperty, context: PageContext): Json => {
  const {
    path,
    around = path,
    fact,
    type,
    least = -Infinity,
    most = Infinity,
    whenMissing,
    form,
    linkProperties,
  } = property;
  const whole = factOf(fact, context) ?? (whenMissing === 'following' ? followingOf(fact, context) : undefined);
  const start = form === 'path' ? originOf(context.requestContext.request).length : String(whole).indexOf('?');
  const own = form !== undefined && typeof whole === 'string' ? whole.slice(start) : whole;
  const found = typeof own === 'number' ? Math.min(Math.max(own, least), most) : own;
  const value = Array.isArray(found)
    ? (found as readonly JsonObject[])
        .filter(({ url }) => url !== null || whenMissing === 'null')
        .map((link) => filterProperties(link, (name) => linkProperties.includes(name)))
    : found;
  if (value !== undefined) return setAt(body, path, convertTo(type ?? typeof valueAt(body, path), value));
  switch (whenMissing) {
    case 'absent':
      return setAt(body, around, undefined);
    case 'null':
      return setAt(body, around, null);
    case 'empty':
      return setAt(body, path, type === 'number' ? 0 : '');
    case 'following':
      return body;
  }
};

/** The headers with page metadata, names and values in turn. One without a value is empty if the document requires it, else omitted. */
export const pageHeaders = (
  context: PageContext,
  view: ListView,
  documented: readonly ResponseHeader[],
): readonly string[] =>
  view.headers.flatMap(({ name, fact }) => {
    const value = factOf(fact, context);
    if (value !== undefined) return [name, String(value)];
    return documented.some((header) => header.required && header.name === name) ? [name, ''] : [];
  });
