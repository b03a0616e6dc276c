/** Finds the token that a login returns. */

import type { Binding } from '../../core/service/binding.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { Role } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { wordLists } from '../words/index.ts';

/** The path to the token in a body: in itself, or in an object of it. */
export const tokenIn = (body: ItemSchema): readonly string[] | undefined => {
  const own = tokenOf(body);
  if (own !== undefined) return [own];
  for (const name of body.properties) {
    const inner = body.innerOf(name);
    const token = inner && tokenOf(inner);
    if (token !== undefined) return [name, token];
  }
  return undefined;
};

const tokenOf = ({ properties, typesOf }: ItemSchema): string | undefined =>
  [...properties].find((name) => wordLists.tokens.has(name) && typesOf(name)?.has('string') === true);

export const tokensOfLogins =
  (_specs: unknown, { describe, compilation: { schemas, checks } }: Binder) =>
  (binding: Binding, { isEntry, key, candidate: { success } }: Role): Binding => {
    if (binding.action === 'list' || !(isEntry || key === 'first')) return binding;
    const body = success?.json && describe(success.json.key);
    const path = body && tokenIn(body);
    if (body === undefined || path === undefined) return binding;
    const [name, inner] = path as [string, string?];
    const owner = inner === undefined ? body : body.innerOf(name);
    const schema = owner?.schemaOf(inner ?? name);
    if (owner === undefined || schema === undefined) return binding;
    const token = { path, check: checks.checkFor(schemas.adopt(schema, owner.key)) };
    return { ...binding, view: { ...binding.view, token } };
  };
