/** Examples of a media type, a parameter or a schema. */
import { getProperty, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/primitives/json.ts';
import { asMeant, listInPlace } from './as-meant.ts';
import { isOfPlaceholders } from './placeholders.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from './source.ts';

export const schemaExample = (schema: Json, pointer: string, source: Source): Json | undefined =>
  schemaExamples(schema, pointer, source).find((example) => !isOfPlaceholders(example));

const schemaExamples = (schema: Json, pointer: string, source: Source): readonly Json[] => {
  const located = isJsonObject(schema) ? source.resolve(schema, pointer) : undefined;
  if (located === undefined) return [];
  const example = getProperty(located.value, 'example');
  return [...(example === undefined ? [] : [example]), ...listIn(located.value, 'examples')].map((value) =>
    contained(value, { value: schema, pointer }, source),
  );
};

/**
 * What is written as a text, where the schema wants an object or a list. Their parts are compared with the schema when the example is used: that of a whole
 * document would take as long as the document is.
 */
const contained = (example: Json, schema: Located<Json>, source: Source): Json =>
  Array.isArray(example)
    ? listInPlace(source.document, schema, example)
    : typeof example === 'object'
      ? unnamed(example, schema, source)
      : asMeant(source.document, schema, example);

/** The first of several examples with names, where one is expected: `example: { "Example 1": {…} }`, or `example: { value: {…} }`. */
const unnamed = (example: Json, schema: Located<Json>, source: Source): Json => {
  const [first, ...others] = isJsonObject(example) ? Object.entries(example) : [];
  if (first === undefined || ![first, ...others].every(([name, value]) => isNamed.test(name) && isJsonObject(value)))
    return example;
  const properties = propertiesOf(schema, source);
  return properties !== undefined && Object.hasOwn(properties, first[0]) ? example : first[1];
};

const isNamed = /^examples?\b|^value$/i;

const propertiesOf = ({ value, pointer }: Located<Json>, source: Source): JsonObject | undefined => {
  const located = isJsonObject(value) ? source.resolve(value, pointer) : undefined;
  return located && objectIn(located.value, 'properties');
};

/** All examples of a parameter or a media type: its example, its named ones, then those of its schema. */
export const allExamplesOf = (owner: Located, schema: Located<Json>, source: Source): readonly Json[] => {
  const example = ownExample(owner, schema, source);
  const own = [...(example === undefined ? [] : [example]), ...namedExamples(owner, schema, source).values()];
  return [...own, ...schemaExamples(schema.value, schema.pointer, source)];
};

export const ownExample = ({ value }: Located, schema: Located<Json>, source: Source): Json | undefined => {
  const example = getProperty(value, 'example');
  return example === undefined ? undefined : contained(example, schema, source);
};

export const namedExamples = (owner: Located, schema: Located<Json>, source: Source): ReadonlyMap<string, Json> => {
  const examples = new Map<string, Json>();
  const written = { ...(getProperty(owner.value, 'examples') as JsonObject | undefined) };
  const properties = propertiesOf(schema, source);
  const names = Object.values(written).every(isWritten) ? Object.keys(written) : [];
  // The value of one, where what stands there has the names of its properties.
  const isOne = names.length > 0 && properties !== undefined && names.every((name) => Object.hasOwn(properties, name));
  for (const [name, raw, pointer] of entriesAt(isOne ? { written } : written, `${owner.pointer}/examples`)) {
    const located = isWritten(raw) ? { value: { value: raw } as JsonObject } : source.resolve(raw, pointer);
    const value =
      located &&
      (getProperty(located.value, 'value') ?? getProperty(located.value, 'dataValue') ?? serializedIn(located.value));
    if (value !== undefined) examples.set(name, contained(value, schema, source));
    else if (located !== undefined)
      source.report(
        pointer,
        `the example has no value, and no file as its externalValue${` ${stringIn(located.value, 'externalValue') ?? ''}`.trimEnd()}; it is ignored`,
      );
  }
  return examples;
};

/** Whether it is the value of an example itself, without a `value`. */
const isWritten = (raw: Json): boolean => {
  const names = isJsonObject(raw) ? Object.keys(raw) : ['written'];
  return (
    !names.some((name) => /value$|^\$ref$/i.test(name)) &&
    !names.every((name) => /^(summary|description|x-.*)$/.test(name))
  );
};

/** OpenAPI 3.2: an example in its serialized form. JSON is parsed. */
const serializedIn = (example: JsonObject): Json | undefined => {
  const text = stringIn(example, 'serializedValue');
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : text;
};
