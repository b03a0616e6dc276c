/** Converts what has media types in OpenAPI 3: request bodies, from a body parameter or form fields, and responses. */
import { essenceOf, isJsonType } from '../../core/http/media-type.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setProperty,
} from '../../core/primitives/json.ts';
import { entriesAt, type Located, stringIn } from '../../openapi/document/source.ts';
import { mapValues, type SwaggerConversion, type Writable } from './conversion.ts';
import { splitParameter } from './swagger-parameters.ts';
import type { ConvertSchema } from './swagger-schemas.ts';

interface Content {
  readonly types: readonly string[];
  readonly schema: Json | undefined;
  /** The examples by media type. A key without a slash is the name of an example. */
  readonly examples: Json | undefined;
}

/** Each media type with the schema, and with its example. */
const contentOf = ({ types, schema, examples }: Content): Writable => {
  const content: Writable = {};
  const add = (type: string): Writable => {
    const before = getProperty(content, type);
    if (before !== undefined) return before as Writable;
    const added: Writable = schema === undefined ? {} : { schema };
    setProperty(content, type, added);
    return added;
  };
  if (schema !== undefined) types.forEach(add);
  for (const [key, value] of entriesAt(examples, '')) {
    if (key.includes('/'))
      add(types.find((type) => essenceOf(type) === essenceOf(key)) ?? key).example = exampleOf(key, value);
    else if (!key.startsWith('x-')) {
      const owner = add(types[0] as string);
      owner.examples ??= {};
      setProperty(owner.examples as Writable, key, { value });
    }
  }
  return content;
};

/** JSON is often written as text. */
const exampleOf = (type: string, value: Json): Json => {
  if (!isJsonType(type) || typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
};

const isFile = (schema: Json | undefined): boolean => isJsonObject(schema) && schema.type === 'file';

export class BodyConverter {
  readonly #conversion: SwaggerConversion;
  readonly #convert: ConvertSchema;

  constructor(conversion: SwaggerConversion, convert: ConvertSchema) {
    this.#conversion = conversion;
    this.#convert = convert;
  }

  bodyOf({ value: parameter, pointer: from }: Located, consumes: readonly string[], to: string): JsonObject {
    const { name: _name, in: _in, schema, 'x-example': example, 'x-examples': examples, ...rest } = parameter;
    this.#conversion.places.move(from, to);
    const types = consumes.length > 0 ? consumes : [isFile(schema) ? 'application/octet-stream' : 'application/json'];
    const byType = example === undefined ? examples : Object.fromEntries(types.map((type) => [type, example]));
    // A body without a schema is any value.
    const content = contentOf({ types, schema: this.#convert(schema ?? {}), examples: byType });
    this.#moveSchemas(content, `${from}/schema`, to);
    return { ...rest, content };
  }

  /** The body of form fields. Only a multipart form has files. */
  formOf(fields: readonly Located[], consumes: readonly string[], to: string): JsonObject {
    const hasFile = fields.some(({ value }) => isFile(value) || isFile(getProperty(value, 'items')));
    const allowed = hasFile ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'multipart/form-data'];
    const stated = consumes.filter((type) => allowed.includes(essenceOf(type)));
    const types = stated.length > 0 ? stated : allowed.slice(0, 1);
    const properties: Writable = {};
    const required: string[] = [];
    const encoding: Writable = {};
    for (const { value: field, pointer } of fields) {
      const name = stringIn(field, 'name');
      if (name === undefined) continue;
      const { own, schema, style } = splitParameter(this.#conversion, this.#convert, field, 'formData', pointer);
      const { name: _name, in: _in, required: isRequired, allowEmptyValue: _allow, ...described } = own;
      setProperty(properties, name, { ...described, ...(schema as JsonObject) });
      if (isRequired === true) required.push(name);
      if (Object.keys(style).length > 0) setProperty(encoding, name, style);
      for (const type of types)
        this.#conversion.places.move(
          pointer,
          `${to}/content/${escapePointer(type)}/schema/properties/${escapePointer(name)}`,
        );
    }
    const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
    const media = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
    return {
      content: Object.fromEntries(types.map((type) => [type, media])),
      ...(required.length > 0 && { required: true }),
    };
  }

  /** A response. A reference stays one. */
  responseOf(value: Json, produces: readonly string[], from: string, to: string): Json {
    if (!isJsonObject(value)) return value;
    const { schema, examples, headers, ...rest } = value;
    const result: Writable = {};
    for (const [name, property] of Object.entries(rest)) {
      if (name === '$ref' && typeof property === 'string') this.#conversion.refer(result, property);
      else setProperty(result, name, property);
    }
    if (headers !== undefined) result.headers = mapValues(headers, `${from}/headers`, this.#headerOf);
    if (schema === undefined && examples === undefined) return result;
    const types = produces.length > 0 ? produces : [isFile(schema) ? 'application/octet-stream' : 'application/json'];
    const content = contentOf({ types, schema: schema === undefined ? undefined : this.#convert(schema), examples });
    this.#moveSchemas(content, `${from}/schema`, to);
    for (const type of Object.keys(content))
      this.#conversion.places.move(
        `${from}/examples/${escapePointer(type)}`,
        `${to}/content/${escapePointer(type)}/example`,
      );
    return { ...result, content };
  }

  readonly #headerOf = (value: Json, pointer: string): Json => {
    if (!isJsonObject(value)) return value;
    const { own, schema, style } = splitParameter(this.#conversion, this.#convert, value, 'header', pointer);
    const { name: _name, in: _in, ...described } = own;
    return { ...described, ...style, schema };
  };

  #moveSchemas(content: JsonObject, from: string, to: string): void {
    for (const type of Object.keys(content))
      this.#conversion.places.move(from, `${to}/content/${escapePointer(type)}/schema`);
  }
}
