/** Schemas for what was seen. */
import { idNames } from '../../../../core/primitives/id-names.ts';
import { type Json, type JsonObject, setProperty } from '../../../../core/primitives/json.ts';
import { plainName } from '../../../../core/primitives/singular.ts';
import { isSecret } from './contents.ts';
import type { ValueShape } from './value-shape.ts';

/** The components that take the place of shapes. */
export type ComponentNames = ReadonlyMap<ValueShape, string>;

export interface SchemaOptions {
  readonly references: ComponentNames;
  /** Whether a missing property means that it stays as it is: none is required. */
  readonly isPartial?: boolean;
  /** Values of enums, by the names of properties; undefined: those that repeat. */
  readonly enums?: ((name: string) => readonly string[] | undefined) | undefined;
}

const referenceTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** `name`: of the property with these values. */
export const schemaOf = (shape: ValueShape, options: SchemaOptions, name = ''): JsonObject => {
  const component = options.references.get(shape);
  if (component !== undefined) {
    const target = referenceTo(component);
    return shape.nulls === 0 ? target : { anyOf: [target, { type: 'null' }] };
  }
  const types = typesOf(shape, name);
  if (types.length === 0) return shape.nulls === 0 ? {} : { description: 'Only null was recorded.', example: null };
  const all = shape.nulls === 0 ? types : [...types, 'null'];
  const [type = ''] = all;
  return {
    type: all.length === 1 ? type : all,
    ...textFacts(shape, types, options, name),
    ...(shape.lists > 0 && { items: shape.items === undefined ? {} : schemaOf(shape.items, options) }),
    ...(shape.objects > 0 && objectFacts(shape, options)),
  };
};

const typesOf = (shape: ValueShape, name: string): readonly string[] => {
  const isDecimal = shape.fractions > 0 || (shape.integers > 0 && decimals.test(plainName(name)));
  const found: readonly (readonly [string, boolean])[] = [
    ['string', shape.texts.count > 0],
    ['number', isDecimal],
    ['integer', shape.integers > 0 && !isDecimal],
    ['boolean', shape.booleans > 0],
    ['array', shape.lists > 0],
    ['object', shape.objects > 0],
  ];
  return found.flatMap(([type, isSeen]) => (isSeen ? [type] : []));
};

/** Numbers that are whole by chance. */
const decimals = /(?:price|amount|cost|fee|rate|ratio|weight|latitude|longitude|^lat|^lng|^lon|percent|percentage)$/;

const textFacts = (
  { texts }: ValueShape,
  types: readonly string[],
  { enums }: SchemaOptions,
  name: string,
): JsonObject => {
  if (types.length !== 1 || types[0] !== 'string') return {};
  if (isSecret(name)) return { format: 'password' };
  if (texts.format !== undefined) return { format: texts.format };
  const values = enums === undefined ? texts.repeated : enums(name);
  // The names and ids of things repeat, too.
  return values === undefined || isNaming(name) ? {} : { enum: values };
};

const isNaming = (name: string): boolean => {
  const plain = plainName(name);
  return plain === '' || idNames.includes(plain) || /(?:id|name|title|slug|key|city|country|author)$/.test(plain);
};

const objectFacts = (shape: ValueShape, options: SchemaOptions): JsonObject => {
  const values = shape.asMap();
  if (values !== undefined) return { additionalProperties: schemaOf(values, options) };
  const names = [...shape.properties];
  const required =
    options.isPartial === true || shape.isOpen ? [] : names.filter(([, { count }]) => count === shape.objects);
  const properties: Record<string, Json> = {};
  for (const [name, property] of names) setProperty(properties, name, schemaOf(property, options, name));
  return {
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    ...(names.length > 0 && { properties }),
  };
};
