/** Finds the token that a login returns. */

import { wordsOf } from '../../core/primitives/words.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';

const names = /^((access|auth|authentication|authorization|bearer|id|jwt|login|session)? ?token|jwt|access)$/;

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
  [...properties].find((name) => names.test(wordsOf(name).join(' ')) && typesOf(name)?.has('string') === true);
