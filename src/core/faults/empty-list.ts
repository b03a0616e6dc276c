/** The list of an answer: the answer itself, or what its envelope is about. */
import { isJsonObject, type Json } from '../primitives/json.ts';
import { pointerTo, setAt } from '../primitives/json-path.ts';
import { type JsonNode, placeInside, tokensOf } from './json-node.ts';

/** Envelopes inside envelopes. */
const maxDepth = 4;

/** The value with its list empty; else why there is none. */
export const emptyList = (
  root: JsonNode,
  isFit: (value: Json) => boolean,
): { readonly value: Json; readonly pointer: string } | string => {
  const lists = listsIn(root, 0).toSorted((one, other) => rank(one) - rank(other));
  if (lists.length === 0) return 'the answer has no list';
  for (const list of lists) {
    if ((list.value as readonly Json[]).length === 0) return 'the list of the answer is empty already';
    const tokens = tokensOf(list);
    const value = setAt(root.value, tokens, []);
    if (isFit(value)) return { value, pointer: pointerTo(tokens) };
  }
  return 'the schema wants items in the list';
};

const listsIn = (place: JsonNode, depth: number): readonly JsonNode[] => {
  if (Array.isArray(place.value)) return [place];
  if (!isJsonObject(place.value) || depth === maxDepth) return [];
  return Object.keys(place.value).flatMap((name) => listsIn(placeInside(place, name), depth + 1));
};

/** A list of objects is what an answer is about, one of texts or numbers rather a detail; then the outer one. */
const rank = (list: JsonNode): number => {
  const [first] = list.value as readonly Json[];
  const isDetail = first !== undefined && !isJsonObject(first);
  return (isDetail ? maxDepth + 1 : 0) + tokensOf(list).length;
};
