/** The schemas of `components`, by their names: what checks, generates and alters their values. */

import { escapePointer } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import type { Content } from '../../core/service/operation.ts';
import type { NamedSchemas } from '../../core/service/service.ts';
import { schemaExample } from '../document/examples.ts';
import { objectIn } from '../document/source.ts';
import type { Compilation } from './compilation.ts';

export const createNamedSchemas = (compilation: Compilation): NamedSchemas => {
  const { source, schemas, checks, generators, completers, strips, factsFor } = compilation;
  const components = objectIn(source.document, 'components');
  const named = (components && objectIn(components, 'schemas')) ?? {};
  const known = new Map<string, Content>();
  const compile = (name: string, side: 'request' | 'response'): Content => {
    const pointer = `/components/schemas/${escapePointer(name)}`;
    const schema = { $ref: `#${pointer}` };
    const key = schemas.keyOf(schema, pointer, side);
    const check = checks.checkFor(key);
    const example = schemaExample(schema, pointer, source);
    const generate = generators.generatorFor(key, check, { example, name });
    return {
      ...{ mediaType: 'application/json', range: 'application/json', check, generate, write: undefined, example },
      complete: completers.completerFor([{ $ref: key }], { check, generate, name }),
      examples: new Map(),
      stripWriteOnly: side === 'response' ? strips.writeOnlyFor(key) : undefined,
      factsOf: factsFor(key),
    };
  };
  return {
    names: Object.keys(named),
    find: (name, side) => {
      if (!Object.hasOwn(named, name)) return undefined;
      const id = `${side} ${name}`;
      return getOrInsert(known, id, () => compile(name, side));
    },
  };
};
