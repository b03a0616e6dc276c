/** Examples of a media type, a parameter or a schema. */
import { getProperty, isJsonObject, type Json, type JsonObject, jsonOr } from '../../core/primitives/json.ts';
import { isBareValue, isPlaceholder, isValue, withoutName } from '../../parts/dialects/index.ts';
import { asMeant, listInPlace, shapeOf } from './as-meant.ts';
import { entriesAt, type Located, listIn, type Source, stringIn } from './source.ts';

export const schemaExample = (schema: Json, pointer: string, source: Source): Json | undefined =>
  schemaExamples(schema, pointer, source).find((example) => !isPlaceholder(example));

const schemaExamples = (schema: Json, pointer: string, source: Source): readonly Json[] => {
  const located = isJsonObject(schema) ? source.resolve(schema, pointer) : undefined;
  if (located === undefined) return [];
  const example = getProperty(located.value, 'example');
  return [...(example === undefined ? [] : [example]), ...listIn(located.value, 'examples')].map((value) =>
    contained(value, schema, source),
  );
};

/** What is written as a text, where the schema wants an object or a list. Their parts are compared with the schema when the example is used. */
const contained = (example: Json, schema: Json, { follow }: Source): Json =>
  Array.isArray(example)
    ? listInPlace(follow, schema, example)
    : typeof example === 'object'
      ? withoutName(example, () => shapeOf(follow, schema))
      : asMeant(follow, schema, example);

/** All examples of a parameter or a media type: its example, its named ones, then those of its schema. */
export const allExamplesOf = (
  owner: Located,
  schema: Located<Json>,
  source: Source,
  named = namedExamples(owner, schema, source),
): readonly Json[] => {
  const example = ownExample(owner, schema, source);
  const own = [...(example === undefined ? [] : [example]), ...named.values()];
  return [...own, ...schemaExamples(schema.value, schema.pointer, source)];
};

export const ownExample = ({ value }: Located, schema: Located<Json>, source: Source): Json | undefined => {
  const example = getProperty(value, 'example');
  return example === undefined ? undefined : contained(example, schema.value, source);
};

export const namedExamples = (owner: Located, schema: Located<Json>, source: Source): ReadonlyMap<string, Json> => {
  const examples = new Map<string, Json>();
  const written = getProperty(owner.value, 'examples');
  if (written === undefined || written === null) return examples;
  const isOne = isValue(written, () => shapeOf(source.follow, schema.value));
  const all = { ...(isOne ? { written } : (written as JsonObject)) };
  for (const [name, raw, pointer] of entriesAt(all, `${owner.pointer}/examples`)) {
    const found = isOne ? { value: raw } : source.follow(raw, pointer);
    // A reference may lead to the value itself.
    const isBare = 'value' in found && (isOne || isBareValue(found.value ?? {}));
    const located = isBare ? { value: { value: found.value as Json } } : source.resolve(raw, pointer);
    const value =
      located &&
      (getProperty(located.value, 'value') ?? getProperty(located.value, 'dataValue') ?? serializedIn(located.value));
    if (value !== undefined) examples.set(name, contained(value, schema.value, source));
    else if (located !== undefined)
      source.report(
        pointer,
        `the example has no value, and no file as its externalValue${` ${stringIn(located.value, 'externalValue') ?? ''}`.trimEnd()}; it is ignored`,
      );
  }
  return examples;
};

/** OpenAPI 3.2: an example in its serialized form. JSON is parsed. */
const serializedIn = (example: JsonObject): Json | undefined => {
  const text = stringIn(example, 'serializedValue');
  return text && jsonOr(text);
};
