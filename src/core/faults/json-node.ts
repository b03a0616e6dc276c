/** Places of a value: where it can be looked at and changed, each with what its schema says there. */

import { isJsonObject, type Json, maxJsonDepth } from '../primitives/json.ts';
import { pointerTo, type Token } from '../primitives/json-path.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import type { SchemaFacts } from '../service/schema-facts.ts';

export interface JsonNode {
  /** Undefined at the root. */
  readonly parent: JsonNode | undefined;
  /** The member's name or the item's position in the parent. */
  readonly token: Token | undefined;
  readonly value: Json;
  readonly facts: SchemaFacts;
}

export const placeInside = (parent: JsonNode, token: Token): JsonNode => {
  const value = (parent.value as Record<Token, Json>)[token] as Json;
  return { parent, token, value, facts: parent.facts.inside(token, value) };
};

export const tokensOf = ({ token, parent }: JsonNode): readonly Token[] =>
  token === undefined || parent === undefined ? [] : [...tokensOf(parent), token];

export const pointerOf = (place: JsonNode): string => pointerTo(tokensOf(place));

/** In a list that is too long to look at everywhere, each item that is chosen gets at least as many places as this. */
const placesAnItem = 16;

/**
 * The places of a value, itself included; at most `most` of them, spread by the seed over all of it: what a list or a map
 * of a hundred thousand holds is not looked at one by one, and still each has its chance.
 */
export const samplePlaces = (value: Json, facts: SchemaFacts, most: number, seed: number): readonly JsonNode[] => {
  const found: JsonNode[] = [];
  const visit = (place: JsonNode, budget: number, depth: number): void => {
    found.push(place);
    if (budget < 2 || depth >= maxJsonDepth) return;
    const tokens = chooseTokens(place.value, budget - 1, seedFrom(seed, found.length));
    const end = found.length + budget - 1;
    for (const [at, token] of tokens.entries())
      visit(placeInside(place, token), Math.floor((end - found.length) / (tokens.length - at)), depth + 1);
  };
  visit({ parent: undefined, token: undefined, value, facts }, most, 0);
  return found;
};

const chooseTokens = (value: Json, budget: number, seed: number): readonly Token[] => {
  if (Array.isArray(value)) return choose([...value.keys()], Math.max(1, Math.floor(budget / placesAnItem)), seed);
  return isJsonObject(value) ? choose(Object.keys(value), budget, seed) : [];
};

/** One from each of equal parts of the list, in its order. */
const choose = (tokens: readonly Token[], most: number, seed: number): readonly Token[] => {
  if (tokens.length <= most) return tokens;
  const width = tokens.length / most;
  return Array.from({ length: most }, (_, at) => {
    const within = (at + randomOf(seed ^ at)) * width;
    return tokens[Math.min(Math.floor(within), tokens.length - 1)] as Token;
  });
};
