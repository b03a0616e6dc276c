/**
 * The fields of a form or a query by their names in brackets: `items[0][price]=p`, `a[b][c]=d`, `a[]=x`. No standard defines
 * these names; the SDKs of many services send them.
 */

import { escapePointer, type Json, maxJsonDepth } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { maxShownRows } from '../../core/primitives/units.ts';
import type { Problem } from '../../core/service/check.ts';

/** The value of one field. `text` is base64 if the bytes are not UTF-8. */
export interface Field {
  readonly text: string;
  readonly isJson: boolean;
  readonly file: Json | undefined;
}

/** Maps and lists are created when they are needed, because a long name consists of many nodes. */
export interface FieldNode {
  /** The fields that were sent under this name. */
  readonly fields: Field[];
  /** The nodes of `name[child]`. */
  properties: Map<string, FieldNode> | undefined;
  /** The nodes of `name[]`. */
  items: FieldNode[] | undefined;
}

export const createNode = (): FieldNode => ({ fields: [], properties: undefined, items: undefined });

export const textField = (text: string): Field => ({ text, isJson: false, file: undefined });

/** The place of a field: the names in its brackets, an empty one for `[]`. */
export type Path =
  | { readonly names: readonly string[] }
  /** The brackets are not closed, or there is text between them. */
  | { readonly error: 'syntax' }
  | { readonly error: 'depth' };

/** Reads `[a][0][]`. */
export const bracketPath = (brackets: string): Path => {
  if (brackets === '') return { names: [] };
  if (!brackets.startsWith('[') || !brackets.endsWith(']')) return { error: 'syntax' };
  const names = brackets.slice(1, -1).split('][');
  if (names.some((name) => /[[\]]/.test(name))) return { error: 'syntax' };
  // The object that contains the first name is a level too.
  return names.length >= maxJsonDepth ? { error: 'depth' } : { names };
};

export const addField = (root: FieldNode, names: readonly string[], field: Field): void => {
  let node = root;
  for (const [index, name] of names.entries())
    node = name === '' ? itemOf(node, names.slice(index + 1)) : propertyOf(node, name);
  node.fields.push(field);
};

const propertyOf = (node: FieldNode, name: string): FieldNode => {
  node.properties ??= new Map();
  return getOrInsert(node.properties, name, createNode);
};

/** `a[][x]=1&a[][y]=2&a[][x]=3` has two items: a name that the last item already has starts the next one. */
const itemOf = (node: FieldNode, remaining: readonly string[]): FieldNode => {
  node.items ??= [];
  const last = node.items.at(-1);
  if (last !== undefined && remaining.length > 0 && !hasField(last, remaining)) return last;
  const created = createNode();
  node.items.push(created);
  return created;
};

const hasField = (item: FieldNode, names: readonly string[]) => {
  let node: FieldNode | undefined = item;
  for (const name of names) {
    // A list of the item continues.
    if (name === '') return false;
    node = node?.properties?.get(name);
  }
  return node !== undefined && node.fields.length > 0;
};

export const tooDeep = `is nested deeper than ${maxJsonDepth} levels`;

/** All fields below one root. A declared name is not split, and neither is one with unbalanced brackets. */
export const treeOf = (
  fields: Iterable<readonly [string, Field]>,
  isDeclared: (name: string) => boolean,
  problems: Problem[],
): FieldNode => {
  const root = createNode();
  for (const [name, field] of fields) {
    const bracket = isDeclared(name) ? -1 : name.indexOf('[');
    const path: Path = bracket < 1 ? { names: [] } : bracketPath(name.slice(bracket));
    const first = 'error' in path && path.error === 'syntax' ? name : bracket < 1 ? name : name.slice(0, bracket);
    if (!('error' in path)) addField(root, [first, ...path.names], field);
    else if (path.error === 'syntax') addField(root, [name], field);
    else addProblem(problems, { pointer: `/${escapePointer(first)}`, rule: 'depth', message: tooDeep });
  }
  return root;
};

export const addProblem = (problems: Problem[], problem: Problem): void => {
  if (problems.length < maxShownRows) problems.push(problem);
};
