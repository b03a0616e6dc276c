/** The properties that a client chooses: `fields=name,author.email`. What the document requires stays. */

import { getProperty, isJsonObject, type Json, setAt, setProperty, valueAt } from '../primitives/json.ts';
import { getOrInsert } from '../primitives/lazy.ts';
import { plainName } from '../primitives/words.ts';
import type { FieldChoice } from '../service/binding.ts';
import type { Content, ParameterValues } from '../service/operation.ts';
import type { ResponseBody } from './write-response.ts';

export const chooseFields = (
  body: ResponseBody,
  { path, fields }: { readonly path: readonly string[]; readonly fields?: readonly FieldChoice[] | undefined },
  content: Content,
  parameters: ParameterValues,
): ResponseBody => {
  let chosen = body;
  for (const choice of fields ?? []) {
    const names = namesIn(parameters[choice.parameter]);
    const shown = valueAt(chosen.value, path);
    if (names.length === 0 || shown === undefined) continue;
    const tree = treeOf(names, choice, path.at(-1));
    const putAs = (depth: 'deep' | 'whole'): Json => setAt(chosen.value, path, pickIn(shown, tree, choice, depth));
    const deep = putAs('deep');
    const value = content.check(deep).length > content.check(chosen.value).length ? putAs('whole') : deep;
    chosen = { ...chosen, value, written: undefined, problems: undefined };
  }
  return chosen;
};

/** `name,author(email)`, `["name"]`, and the types of JSON:API: `{ "books": "name" }`. */
const namesIn = (sent: Json | undefined): readonly string[] => {
  if (sent === undefined || sent === null) return [];
  if (isJsonObject(sent)) return Object.values(sent).flatMap((one) => namesIn(one));
  const text = Array.isArray(sent) ? (sent as readonly Json[]).map(String).join() : String(sent);
  const names: string[] = [];
  const owners: string[] = [];
  let last = '';
  for (const [token] of text.slice(0, longest).matchAll(/[^\s,;()]+|[()]/g)) {
    if (token === '(') owners.push(last);
    else if (token === ')') last = owners.pop() ?? '';
    else {
      last = [...owners, token].join('.');
      names.push(last);
    }
  }
  return names;
};

/** In characters: a request may not ask for more names than an item can have. */
const longest = 10_000;

interface Tree {
  readonly inner: Map<string, Tree>;
  readonly isExcluding: boolean;
}

/** `wrapper`: the property of the body with the items, which clients may write before the names. */
const treeOf = (names: readonly string[], { isExcluding = false }: FieldChoice, wrapper: string | undefined): Tree => {
  const isSigned = names.every((name) => name.startsWith('-'));
  const tree: Tree = { inner: new Map(), isExcluding: isExcluding || isSigned };
  for (const name of names) {
    const segments = name.replace(/^[+-]/, '').split(/[./]/).map(plainName).slice(0, 10);
    if (segments.length > 1 && segments[0] === plainName(wrapper ?? '')) segments.shift();
    const newTree = (): Tree => ({ inner: new Map(), isExcluding: tree.isExcluding });
    segments.reduce((at, segment) => getOrInsert(at.inner, segment, newTree), tree);
  }
  return tree;
};

const pickIn = (value: Json, tree: Tree, choice: FieldChoice, depth: 'deep' | 'whole'): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => pickIn(one, tree, choice, depth));
  if (!isJsonObject(value)) return value;
  const attributes = getProperty(value, 'attributes');
  const isInside = isJsonObject(attributes) && !tree.inner.has('attributes');
  const known = Object.keys({ ...(isInside && attributes), ...value }).map(plainName);
  // What names nothing is no choice: `fields=all`.
  if (!known.some((name) => tree.inner.has(name))) return value;
  const picked: Record<string, Json> = {};
  for (const [name, inner] of Object.entries(value)) {
    const own = tree.inner.get(plainName(name));
    const isLeaf = own?.inner.size === 0;
    const isPicked = tree.isExcluding ? !isLeaf : own !== undefined;
    const isDeep = depth === 'deep' && own !== undefined && !isLeaf;
    if (isInside && name === 'attributes') setProperty(picked, name, pickIn(inner, tree, none, depth));
    else if (choice.kept.has(name) || isPicked)
      setProperty(picked, name, isDeep ? pickIn(inner, own, none, depth) : inner);
  }
  return picked;
};

const none: FieldChoice = { parameter: -1, kept: new Set() };
