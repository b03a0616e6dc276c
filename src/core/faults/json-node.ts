/** The nodes of a JSON value, each with its path and its schema facts. */

import { isJsonObject, type Json, maxJsonDepth, pointerTo, type Token } from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import type { SchemaFacts } from '../service/check.ts';

export interface JsonNode {
  /** The root has none. */
  readonly parent: JsonNode | undefined;
  readonly token: Token | undefined;
  readonly value: Json;
  readonly facts: SchemaFacts;
}

export const childNode = (parent: JsonNode, token: Token): JsonNode => {
  const value = (parent.value as Record<Token, Json>)[token] as Json;
  return { parent, token, value, facts: parent.facts.child(token, value) };
};

export const tokensOf = ({ token, parent }: JsonNode): readonly Token[] =>
  token === undefined || parent === undefined ? [] : [...tokensOf(parent), token];

export const nodePointer = (node: JsonNode): string => pointerTo(tokensOf(node));

/** In a list that is too long, each selected item contributes at least this number of nodes. */
const minNodesPerItem = 16;

/** Samples at most `max` nodes of a value, including its root. In large lists and maps the seed selects, so that every node may be. */
export const sampleNodes = (value: Json, facts: SchemaFacts, max: number, seed: number): readonly JsonNode[] => {
  const found: JsonNode[] = [];
  const visit = (node: JsonNode, budget: number, depth: number): void => {
    found.push(node);
    if (budget < 2 || depth >= maxJsonDepth) return;
    const tokens = chooseTokens(node.value, budget - 1, seedFrom(seed, found.length));
    const end = found.length + budget - 1;
    for (const [index, token] of tokens.entries())
      visit(childNode(node, token), Math.floor((end - found.length) / (tokens.length - index)), depth + 1);
  };
  visit({ parent: undefined, token: undefined, value, facts }, max, 0);
  return found;
};

const chooseTokens = (value: Json, budget: number, seed: number): readonly Token[] => {
  if (Array.isArray(value)) return choose([...value.keys()], Math.max(1, Math.floor(budget / minNodesPerItem)), seed);
  return isJsonObject(value) ? choose(Object.keys(value), budget, seed) : [];
};

/** Divides the list into `max` equal parts and selects one element of each, in order. */
const choose = (tokens: readonly Token[], max: number, seed: number): readonly Token[] => {
  if (tokens.length <= max) return tokens;
  const width = tokens.length / max;
  return Array.from({ length: max }, (_, index) => {
    const position = (index + randomOf(seed ^ index)) * width;
    return tokens[Math.min(Math.floor(position), tokens.length - 1)] as Token;
  });
};
