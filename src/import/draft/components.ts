/** The schemas of the document, one for each resource and for what requests send of it. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { schemaOf } from './bodies/schema.ts';
import { ValueShape } from './bodies/value-shape.ts';
import type { UniqueNames } from './paths/words.ts';
import type { Resource } from './resources.ts';

export interface DraftedSchemas {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The names of the components that take the place of parts of bodies. */
  readonly references: ReadonlyMap<ValueShape, string>;
}

/** `used`: names that are taken. */
export const componentsOf = (resources: readonly Resource[], used: UniqueNames): DraftedSchemas => {
  const references = new Map<ValueShape, string>();
  const schemas: Record<string, JsonObject> = {};
  const options = { references: new Map<ValueShape, string>() };
  for (const { names, shape, parts, sent } of resources) {
    const name = used.take(...names);
    for (const part of parts) references.set(part, name);
    if (parts.length > 0) schemas[name] = withoutNull(schemaOf(shape, options));
    // A client may send what the items have.
    const enums = (property: string) => shape.properties.get(property)?.texts.repeated;
    for (const [suffix, list, isPartial] of [
      ['Input', sent.whole, false],
      ['Patch', sent.change, true],
    ] as const) {
      if (list.length === 0) continue;
      const own = used.take(`${name}${suffix}`);
      const whole = new ValueShape();
      for (const part of list) {
        whole.join(part);
        references.set(part, own);
      }
      schemas[own] = withoutNull(schemaOf(whole, { ...options, enums, isPartial }));
    }
  }
  return { schemas, references };
};

/** Null is stated where the component is used. */
const withoutNull = (schema: JsonObject): JsonObject => ({ ...schema, type: 'object' });
