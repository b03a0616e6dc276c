/** Finds the token that a login returns. */
import type { SchemaSet } from '../../schema/schema-set.ts';
import { type ItemSchema, innerSchemaOf } from './item-schema.ts';
import { wordsOf } from './same-noun.ts';

const names = /^((access|auth|authentication|authorization|bearer|id|jwt|login|session)? ?token|jwt|access)$/;

/** The path to the token in a body: in itself, or in an object of it. */
export const tokenIn = (body: ItemSchema, schemas: SchemaSet): readonly string[] | undefined => {
  const own = tokenOf(body);
  if (own !== undefined) return [own];
  for (const name of body.properties) {
    const inner = innerSchemaOf(body, name, schemas);
    const token = inner && tokenOf(inner);
    if (token !== undefined) return [name, token];
  }
  return undefined;
};

const tokenOf = ({ properties, typesOf }: ItemSchema): string | undefined =>
  [...properties].find((name) => names.test(wordsOf(name).join(' ')) && typesOf(name)?.has('string') === true);
