/** Conditions that a client writes as a text, as in SCIM: `userName sw "a" and not (active eq false)`. */
import { type Json, type JsonObject, parseJson } from '../primitives/json.ts';

/** The words, the brackets and the texts in quotes. More would be more conditions than are tested. */
const tokensIn = (text: string): readonly string[] =>
  text
    .slice(0, 4000)
    .match(/"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/g)
    ?.slice(0, 1000) ?? [];

/** What is not written so has no condition. */
export const writtenConditions = (text: string): JsonObject => {
  const tokens = tokensIn(text).values();
  let { value: next } = tokens.next();
  const take = (): string | undefined => {
    const taken = next;
    next = tokens.next().value;
    return taken;
  };
  const takes = (word: string): boolean => next?.toLowerCase() === word && take() !== undefined;
  const joined = (word: string, read: () => JsonObject): JsonObject => {
    const all = [read()];
    while (takes(word)) all.push(read());
    return all.length === 1 ? (all[0] as JsonObject) : { [word]: all };
  };
  const either = (): JsonObject => joined('or', () => joined('and', one));
  const within = (end: string): JsonObject => {
    const found = either();
    takes(end);
    return found;
  };
  const one = (): JsonObject => {
    if (takes('not')) return { not: one() };
    if (takes('(')) return within(')');
    // `urn:ietf:params:scim:schemas:core:2.0:User:userName`
    const name = take()?.replace(/^urn:.*:/, '');
    if (name === undefined) return {};
    if (takes('[')) return { [name]: within(']') };
    const operator = take()?.toLowerCase() ?? '';
    const value: Json = operator === 'pr' ? true : literalIn(take() ?? '');
    return { [name]: { [operator]: value } };
  };
  return either();
};

const literalIn = (written: string): Json => {
  const read = parseJson(written);
  return read.ok ? read.value : written;
};
