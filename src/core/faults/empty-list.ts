/** The list of a response: the body itself, or a list in its envelope. */
import { isJsonObject, type Json } from '../primitives/json.ts';
import { pointerTo, replaceAt } from '../primitives/json-path.ts';
import { childNode, type JsonNode, tokensOf } from './json-node.ts';

/** The maximum depth of nested envelopes. */
const maxDepth = 4;

/** The value with an empty list, or the reason why that is not possible. */
export const emptyList = (
  root: JsonNode,
  isValid: (value: Json) => boolean,
): { readonly value: Json; readonly pointer: string } | string => {
  const lists = listsIn(root, 0).toSorted((left, right) => rank(left) - rank(right));
  if (lists.length === 0) return 'the response has no list';
  for (const list of lists) {
    if ((list.value as readonly Json[]).length === 0) return 'the list of the response is already empty';
    const tokens = tokensOf(list);
    const value = replaceAt(root.value, tokens, []);
    if (isValid(value)) return { value, pointer: pointerTo(tokens) };
  }
  return 'the schema requires items in the list';
};

const listsIn = (node: JsonNode, depth: number): readonly JsonNode[] => {
  if (Array.isArray(node.value)) return [node];
  if (!isJsonObject(node.value) || depth === maxDepth) return [];
  return Object.keys(node.value).flatMap((name) => listsIn(childNode(node, name), depth + 1));
};

/** Lists of objects come first, lists of texts or numbers last: they are usually details. Then outer lists before inner ones. */
const rank = (list: JsonNode): number => {
  const [first] = list.value as readonly Json[];
  const isDetail = first !== undefined && !isJsonObject(first);
  return (isDetail ? maxDepth + 1 : 0) + tokensOf(list).length;
};
