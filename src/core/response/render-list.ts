/** Renders a page of a list as a response body: the list itself, or an envelope with it. */

import { type Json, type JsonObject, stringifyJson } from '../primitives/json.ts';
import { setAt, valueAt } from '../primitives/json-path.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ListView, PageProperty } from '../service/binding.ts';
import type { Check, Problem } from '../service/check.ts';
import type { Content, ResponseHeader } from '../service/operation.ts';
import type { Item, ItemMemo } from '../state/collection.ts';
import { checkOnce, writeOnce } from '../state/item-memo.ts';
import { project } from '../state/projection.ts';
import { embedInEnvelope } from './envelope.ts';
import { factOf, type PageContext } from './page-metadata.ts';
import { setSuccessFlags } from './render-item.ts';
import type { DraftBody } from './write-response.ts';

export const renderList = (context: PageContext, content: Content, view: ListView): DraftBody => {
  const { requestContext, page, binding } = context;
  const { mediaType } = content;
  const items = page.items.map((item) =>
    renderElement(requestContext, binding.collection?.localName ?? '', item, view),
  );
  const values = items.map(({ value }) => value);
  if (view.path.length === 0) return { mediaType, value: values, ...writeList(items, view.checkItem) };
  const { path } = view;
  const body = embedInEnvelope(requestContext, content, { path, value: values }, (generated) => {
    const start = setSuccessFlags(generated, 'list');
    const withFacts = view.facts.reduce((previous, property) => setFact(previous, property, context), start);
    return setAt(withFacts, path, values);
  });
  return { mediaType, ...body, written: undefined };
};

interface RenderedElement {
  readonly value: Json;
  readonly memo: ItemMemo;
}

const renderElement = (
  { state }: RequestContext,
  collection: string,
  item: Item,
  { projection }: ListView,
): RenderedElement => (projection === undefined ? item : project(state, collection, item, projection));

const noProblems: readonly Problem[] = [];

/** Joins the cached texts and problems of the items: an item that was rendered before costs almost nothing. */
const writeList = (
  items: readonly RenderedElement[],
  check: Check | undefined,
): Pick<DraftBody, 'written' | 'problems'> => {
  let text = '';
  let byteLength = 2 + Math.max(0, items.length - 1);
  let problems = noProblems;
  for (let index = 0; index < items.length; index++) {
    const { memo, value } = items[index] as RenderedElement;
    const written = writeOnce(memo, value);
    text += index === 0 ? written.text : `,${written.text}`;
    byteLength += written.byteLength;
    if (check === undefined) continue;
    const found = checkOnce(memo, value, check);
    if (found.length > 0) {
      problems = [...problems, ...found.map((problem) => ({ ...problem, pointer: `/${index}${problem.pointer}` }))];
    }
  }
  return { written: { text: `[${text}]`, byteLength }, problems: check === undefined ? undefined : problems };
};

/** Replaces a generated value with the value of a page fact, in the type of the generated one. */
const setFact = (body: Json, property: PageProperty, context: PageContext): Json => {
  const { path, fact, whenMissing, linkProperties } = property;
  const found = factOf(fact, context);
  const value = Array.isArray(found) ? found.map((link) => pickProperties(link as JsonObject, linkProperties)) : found;
  if (value !== undefined) return setAt(body, path, convertLike(value, valueAt(body, path)));
  return setAt(body, path, whenMissing === 'absent' ? undefined : whenMissing === 'null' ? null : '');
};

const pickProperties = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

const convertLike = (value: Json, generated: Json | undefined): Json => {
  if (typeof generated === 'string' && typeof value !== 'string') return stringifyJson(value);
  if (typeof generated !== 'number' || typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return value;
  return Number(value);
};

/**
 * The headers with page metadata; names and values alternate. A header without a value is empty if the document requires
 * it, otherwise omitted.
 */
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
