/** Locations in YAML text that was parsed with positions. JSON text is YAML too. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { indexOf, type JsonPath, type Token } from '../core/primitives/json.ts';

/**
 * The offset of the value at a path, or of its key. If the path does not exist, the offset of its last existing part. An
 * item of a list has no key, so its value is used.
 */
export const offsetAt = (document: Document, path: JsonPath, at: 'key' | 'value'): number => {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const token of path) {
    const found = childOf(document, node, token);
    if (found === undefined) break;
    node = found.value;
    const [first, second] = at === 'key' ? [found.key, found.value] : [found.value, found.key];
    offset = first?.range?.[0] ?? second?.range?.[0] ?? offset;
  }
  return offset;
};

/** The offset at which an error of the syntax is seen: the parser reports some at the blank lines and comments before the wrong text. */
export const offsetOfError = (text: string, offset: number): number => {
  const ignored = /(?:[ \t]*(?:#[^\n]*)?\r?\n)+[ \t]*/y;
  ignored.lastIndex = offset;
  const length = ignored.exec(text)?.[0].length ?? 0;
  return offset + length < text.length ? offset + length : offset;
};

interface Child {
  readonly key: Node | null;
  readonly value: Node | null;
}

const childOf = (document: Document, node: Node | null, token: Token): Child | undefined => {
  const target = isAlias(node) ? (node.resolve(document) ?? null) : node;
  if (isSeq(target)) {
    const value = target.items[indexOf(token) ?? -1] as Node | undefined;
    return value && { key: null, value };
  }
  return isMap(target) ? propertyOf(document, target as YAMLMap<Node, Node | null>, String(token)) : undefined;
};

const propertyOf = (document: Document, map: YAMLMap<Node, Node | null>, name: string): Child | undefined => {
  const ownPair = map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === name);
  if (ownPair !== undefined) return ownPair;
  const merged: readonly Pair<Node, Node | null>[] = map.items.filter(
    (pair) => isScalar(pair.key) && pair.key.source === '<<',
  );
  for (const { value } of merged) {
    const sources = isSeq(value) ? (value.items as Node[]) : [value];
    for (const source of sources) {
      const found = childOf(document, source, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
};
