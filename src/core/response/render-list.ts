/** A page of a list as the body of an answer: the list itself, or what the document puts around it. */

import { type Json, type JsonObject, stringifyJson } from '../primitives/json.ts';
import { setAt, valueAt } from '../primitives/json-path.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ListView, PageProperty } from '../service/binding.ts';
import type { Check, Problem } from '../service/check.ts';
import type { Content, ResponseHeader } from '../service/operation.ts';
import type { Item, ItemMemo } from '../state/collection.ts';
import { embedInEnvelope } from './envelope.ts';
import { checkOnce, writeOnce } from './item-memo.ts';
import { factOf, type PageContext } from './page-metadata.ts';
import { project } from './projection.ts';
import { setSuccessFlags } from './render-item.ts';
import type { DraftBody, Written } from './write-response.ts';

export const showList = (context: PageContext, content: Content, view: ListView): DraftBody => {
  const { call, page, binding } = context;
  const { mediaType } = content;
  const items = page.items.map((item) => shownOf(call, binding.collection.name, item, view));
  const values = items.map(({ value }) => value);
  if (view.at.length === 0) return { mediaType, value: values, written: writeList(items, view.checkElement) };
  const { at } = view;
  const whole = embedInEnvelope(call, content, { at, shown: values }, (drawn) => {
    const start = setSuccessFlags(drawn, 'list');
    const body = view.facts.reduce((stated, property) => stateFact(stated, property, context), start);
    return setAt(body, at, values);
  });
  return { mediaType, value: whole, written: undefined };
};

interface ShownElement {
  readonly value: Json;
  readonly memo: ItemMemo;
}

const shownOf = ({ state }: RequestContext, collection: string, item: Item, { projection }: ListView): ShownElement =>
  projection === undefined ? item : project(state, collection, item, projection);

const noProblems: readonly Problem[] = [];

/** The list's text and problems from those of its items: an item that was shown before costs next to nothing. */
const writeList = (items: readonly ShownElement[], check: Check | undefined): Written => {
  let text = '';
  let byteLength = 2 + Math.max(0, items.length - 1);
  let problems = noProblems;
  for (let at = 0; at < items.length; at++) {
    const { memo, value } = items[at] as ShownElement;
    const written = writeOnce(memo, value);
    text += at === 0 ? written.text : `,${written.text}`;
    byteLength += written.byteLength;
    if (check === undefined) continue;
    const found = checkOnce(memo, value, check);
    if (found.length > 0) {
      problems = [...problems, ...found.map((problem) => ({ ...problem, pointer: `/${at}${problem.pointer}` }))];
    }
  }
  return { text: `[${text}]`, byteLength, problems: check === undefined ? undefined : problems };
};

/** Writes what is true of the page over what was generated, as the kind of value that was generated. */
const stateFact = (body: Json, property: PageProperty, context: PageContext): Json => {
  const { at, fact, without, linkProperties } = property;
  const said = factOf(fact, context);
  const value = Array.isArray(said) ? said.map((link) => pickProperties(link as JsonObject, linkProperties)) : said;
  if (value !== undefined) return setAt(body, at, likeThat(value, valueAt(body, at)));
  return setAt(body, at, without === 'absent' ? undefined : without === 'null' ? null : '');
};

const pickProperties = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

const likeThat = (value: Json, generated: Json | undefined): Json => {
  if (typeof generated === 'string' && typeof value !== 'string') return stringifyJson(value);
  if (typeof generated !== 'number' || typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return value;
  return Number(value);
};

/**
 * Names and values in turn of the headers that say something about the page; one without a value is empty where the
 * document requires it, else left out.
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
