/** Examples of a media type, a parameter or a schema. */
import { getProperty, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, type Source, stringIn } from './source.ts';

export const schemaExample = (schema: Json, pointer: string, source: Source): Json | undefined =>
  schemaExamples(schema, pointer, source)[0];

const schemaExamples = (schema: Json, pointer: string, source: Source): readonly Json[] => {
  const located = isJsonObject(schema) ? source.resolve(schema, pointer) : undefined;
  if (located === undefined) return [];
  const example = getProperty(located.value, 'example');
  return [
    ...(example === undefined ? [] : [unnamed(example, getProperty(located.value, 'properties'))]),
    ...listIn(located.value, 'examples'),
  ];
};

/** The first of several examples with names, where one is expected: `example: { "Example 1": {…} }`. */
const unnamed = (example: Json, properties: Json | undefined): Json => {
  const named = isJsonObject(example) ? Object.entries(example) : [];
  const isName = (name: string): boolean =>
    /^examples?\b/i.test(name) && !(isJsonObject(properties ?? null) && Object.hasOwn(properties as JsonObject, name));
  const [first] = named;
  return first !== undefined && named.every(([name, value]) => isName(name) && isJsonObject(value))
    ? first[1]
    : example;
};

/** All examples of a parameter or a media type: its example, its named ones, then those of its schema. */
export const allExamplesOf = (located: Located, schema: Json, pointer: string, source: Source): readonly Json[] => {
  const example = getProperty(located.value, 'example');
  const own = [...(example === undefined ? [] : [example]), ...namedExamples(located, source).values()];
  return [...own, ...schemaExamples(schema, pointer, source)];
};

export const namedExamples = (media: Located, source: Source): ReadonlyMap<string, Json> => {
  const examples = new Map<string, Json>();
  for (const [name, raw, pointer] of entriesAt(getProperty(media.value, 'examples'), `${media.pointer}/examples`)) {
    const located = source.resolve(raw, pointer);
    const value =
      located &&
      (getProperty(located.value, 'value') ?? getProperty(located.value, 'dataValue') ?? serializedIn(located.value));
    if (value !== undefined) examples.set(name, value);
    else if (located !== undefined)
      source.report(pointer, 'an example without an inline value is not supported; it is ignored');
  }
  return examples;
};

/** OpenAPI 3.2: an example in its serialized form. JSON is parsed. */
const serializedIn = (example: JsonObject): Json | undefined => {
  const text = stringIn(example, 'serializedValue');
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : text;
};
