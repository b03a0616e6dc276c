/** The conversion of the parts of a Swagger 2.0 document: the places of values, references and problems; bodies, parameters, schemas. */

import { essenceOf, isJsonType } from '../../core/http/http.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
} from '../../core/primitives/json.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import {
  entriesAt,
  followReferences,
  type Located,
  listIn,
  maxDocumentDepth,
  objectIn,
  pointerOf,
  stringIn,
  valueAtPointer,
} from '../../openapi/document/source.ts';

export type Writable = Record<string, Json>;

/** The sections of a Swagger 2.0 document, and those of `components` that they become. */
const sections = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
} as const;

export class SwaggerConversion {
  readonly source: JsonObject;
  readonly places = new Places();
  readonly problems: DocumentProblem[] = [];
  /** Converts a schema. */
  readonly convert: (value: Json) => Json;
  readonly #references: { readonly owner: Writable; readonly pointer: string }[] = [];

  constructor(source: JsonObject) {
    this.source = source;
    this.convert = createConvertSchema(this);
    for (const [section, component] of Object.entries(sections)) {
      const used = new Set<string>();
      for (const [name, value, pointer] of entriesAt(getProperty(source, section), `/${section}`)) {
        const found = section === 'parameters' ? this.resolve(value, pointer) : undefined;
        // Each operation has a body of its own, since its media types may differ.
        if (found === undefined || !isBodyPart(found.value))
          this.places.move(pointer, `/components/${component}/${nameFor(name, used)}`);
      }
    }
  }

  report(pointer: string, message: string): void {
    this.problems.push({ code: 'VIV_DOCUMENT_PART_UNUSABLE', pointer, message });
  }

  /** A component's name in the converted document: there, fewer characters are allowed. */
  nameOf(section: keyof typeof sections, name: string): string {
    const target = this.places.targetOf(`/${section}/${escapePointer(name)}`);
    return target.slice(target.lastIndexOf('/') + 1);
  }

  /** Returns undefined if a reference cannot be resolved. */
  resolve(value: Json, pointer: string): Located | undefined {
    const found = followReferences(this.source, value, pointer);
    return 'message' in found || !isJsonObject(found.value)
      ? undefined
      : { value: found.value, pointer: found.pointer };
  }

  /** Copies a reference. One to a missing value stays as it is written, so that it is reported as such. */
  refer(owner: Writable, reference: string): void {
    owner.$ref = reference;
    const pointer = pointerOf(reference);
    if (pointer !== undefined && valueAtPointer(this.source, pointer) !== undefined)
      this.#references.push({ owner, pointer });
  }

  /** Writes the references, at the end: then the places of all values are known. */
  finishReferences(): void {
    for (const { owner, pointer } of this.#references)
      owner.$ref = `#${this.places.targetOf(pointer).replaceAll('%', '%25')}`;
  }
}

const nameFor = (name: string, used: Set<string>): string => {
  const allowed = /^[\w.-]+$/.test(name) ? name : name.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '') || 'unnamed';
  let found = allowed;
  for (let count = 2; used.has(found); count++) found = `${allowed}-${count}`;
  used.add(found);
  return found;
};

/** Whether a parameter is the body, or a part of it. */
export const isBodyPart = (parameter: JsonObject): boolean => parameter.in === 'body' || parameter.in === 'formData';

/** The texts in a list; the default if there are none. */
export const textsIn = (value: Json | undefined, otherwise: readonly string[]): readonly string[] => {
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts : otherwise;
};

/** An object with each value converted. Any other value stays, and is reported by whoever reads it. */
export const mapValues = (value: Json, pointer: string, convert: (value: Json, pointer: string) => Json): Json =>
  isJsonObject(value)
    ? Object.fromEntries(entriesAt(value, pointer).map(([name, property, at]) => [name, convert(property, at)]))
    : value;

/** Finds where a value of a Swagger 2.0 document is in the converted one, and the reverse, by JSON Pointers. */
class Places {
  readonly #sources = new Map<string, string>();
  readonly #targets = new Map<string, string>();

  /** What is below moves along. A value that moves to several places is found at the first. */
  move(from: string, to: string): void {
    if (from === to) return;
    if (!this.#sources.has(to)) this.#sources.set(to, from);
    if (!this.#targets.has(from)) this.#targets.set(from, to);
  }

  /** The source of a pointer into the converted document. */
  readonly sourceOf = (to: string): string => moved(to, this.#sources);

  /** The place of a source in the converted document. */
  readonly targetOf = (from: string): string => moved(from, this.#targets);
}

const moved = (pointer: string, moves: ReadonlyMap<string, string>): string => {
  for (let parent = pointer; parent !== ''; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const other = moves.get(parent);
    if (other !== undefined) return other + pointer.slice(parent.length);
  }
  return pointer;
};

/** Each media type with the schema, and with its example. `examples`: by media type; a key without a slash is the name of an example. */
const contentOf = (types: readonly string[], schema: Json | undefined, examples: Json | undefined): Writable => {
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
    if (key.includes('/')) add(types.find((type) => essenceOf(type) === essenceOf(key)) ?? key).example = value;
    else if (!key.startsWith('x-')) {
      const owner = add(types[0] as string);
      owner.examples ??= {};
      setProperty(owner.examples as Writable, key, { value });
    }
  }
  return content;
};

const isFile = (schema: Json | undefined): boolean => isJsonObject(schema) && schema.type === 'file';

export const bodyOf = (
  conversion: SwaggerConversion,
  { value: parameter, pointer: from }: Located,
  consumes: readonly string[],
  to: string,
): JsonObject => {
  const { name: _name, in: _in, schema, 'x-example': example, 'x-examples': examples, ...rest } = parameter;
  conversion.places.move(from, to);
  const types = consumes.length > 0 ? consumes : [isFile(schema) ? 'application/octet-stream' : 'application/json'];
  const byType = example === undefined ? examples : Object.fromEntries(types.map((type) => [type, example]));
  // A body without a schema is any value.
  const content = contentOf(types, conversion.convert(schema ?? {}), byType);
  moveSchemas(conversion, content, `${from}/schema`, to);
  return { ...rest, content };
};

/** The body of form fields. Only a multipart form has files. */
export const formOf = (
  conversion: SwaggerConversion,
  fields: readonly Located[],
  consumes: readonly string[],
  to: string,
): JsonObject => {
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
    const { own, schema, style } = splitParameter(conversion, field, 'formData', pointer);
    const { name: _name, in: _in, required: isRequired, allowEmptyValue: _allow, ...described } = own;
    setProperty(properties, name, { ...described, ...(schema as JsonObject) });
    if (isRequired === true) required.push(name);
    if (Object.keys(style).length > 0) setProperty(encoding, name, style);
    const below = `schema/properties/${escapePointer(name)}`;
    for (const type of types) conversion.places.move(pointer, `${to}/content/${escapePointer(type)}/${below}`);
  }
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  const media = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
  return {
    content: Object.fromEntries(types.map((type) => [type, media])),
    ...(required.length > 0 && { required: true }),
  };
};

/** A response. A reference stays one. */
export const responseOf = (
  conversion: SwaggerConversion,
  value: Json,
  produces: readonly string[],
  from: string,
  to: string,
): Json => {
  if (!isJsonObject(value)) return value;
  const { schema, examples, headers, ...rest } = value;
  const result: Writable = {};
  for (const [name, property] of Object.entries(rest)) {
    if (name === '$ref' && typeof property === 'string') conversion.refer(result, property);
    else setProperty(result, name, property);
  }
  if (headers !== undefined)
    result.headers = mapValues(headers, `${from}/headers`, (header, at) => headerOf(conversion, header, at));
  if (schema === undefined && examples === undefined) return result;
  // Beside the type of a file, JSON is that of the errors.
  const ofFile = isFile(schema) ? produces.filter((type) => !isJsonType(type)) : [];
  const stated = ofFile.length > 0 ? ofFile : produces;
  const types = stated.length > 0 ? stated : [isFile(schema) ? 'application/octet-stream' : 'application/json'];
  const content = contentOf(types, schema === undefined ? undefined : conversion.convert(schema), examples);
  moveSchemas(conversion, content, `${from}/schema`, to);
  for (const type of Object.keys(content).map(escapePointer))
    conversion.places.move(`${from}/examples/${type}`, `${to}/content/${type}/example`);
  return { ...result, content };
};

const headerOf = (conversion: SwaggerConversion, value: Json, pointer: string): Json => {
  if (!isJsonObject(value)) return value;
  const { own, schema, style } = splitParameter(conversion, value, 'header', pointer);
  const { name: _name, in: _in, ...described } = own;
  return { ...described, ...style, schema };
};

const moveSchemas = ({ places }: SwaggerConversion, content: JsonObject, from: string, to: string): void => {
  for (const type of Object.keys(content)) places.move(from, `${to}/content/${escapePointer(type)}/schema`);
};

/** Keywords of the parameter itself. The others describe its value. */
const ownKeywords = new Set(['name', 'in', 'description', 'required', 'allowEmptyValue', 'deprecated', 'example']);

const valueExtensions = new Set(['x-nullable', 'x-oneOf', 'x-anyOf', 'x-not']);

/** Divides a parameter of Swagger 2.0 into its own keywords, its schema and the style of its lists. `place`: its `in`. */
const splitParameter = (conversion: SwaggerConversion, parameter: JsonObject, place: string, pointer: string) => {
  const own: Writable = {};
  const rest: Writable = {};
  for (const [name, value] of Object.entries(parameter)) {
    if (name === 'x-example') own.example = value;
    else if (ownKeywords.has(name) || (name.startsWith('x-') && !valueExtensions.has(name)))
      setProperty(own, name, value);
    else if (name !== 'schema' && name !== 'collectionFormat') setProperty(rest, name, value);
  }
  // Not allowed, but often written.
  const { schema: stated } = parameter;
  const schema = conversion.convert(isJsonObject(stated) ? { ...rest, ...stated } : rest);
  const isList = isJsonObject(schema) && schema.type === 'array';
  if (isJsonObject(rest.items) && rest.items.type === 'array')
    conversion.report(pointer, 'OpenAPI 3 has no separator for the values of lists in a list');
  const style: JsonObject = isList ? styleOf(conversion, parameter, place, pointer) : {};
  return { own, schema, style };
};

export const convertParameter = (conversion: SwaggerConversion, parameter: JsonObject, pointer: string): JsonObject => {
  const { own, schema, style } = splitParameter(conversion, parameter, stringIn(parameter, 'in') ?? '', pointer);
  return { ...own, ...style, schema };
};

const delimited: ReadonlyMap<string, string> = new Map([
  ['csv', 'form'],
  ['ssv', 'spaceDelimited'],
  ['tsv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** Lists are separated by commas where nothing else is stated. In OpenAPI 3, a query and a form repeat the parameter. */
const styleOf = (conversion: SwaggerConversion, parameter: JsonObject, place: string, pointer: string): JsonObject => {
  const format = stringIn(parameter, 'collectionFormat') ?? 'csv';
  const isRepeated = place === 'query' || place === 'formData';
  if (isRepeated && format === 'multi') return { style: 'form', explode: true };
  const style = isRepeated ? delimited.get(format) : format === 'csv' && 'simple';
  if (!style)
    conversion.report(
      pointer,
      `collectionFormat "${format}" of a ${place} parameter does not exist in OpenAPI 3: its values are separated by commas`,
    );
  return { style: style || (isRepeated ? 'form' : 'simple'), explode: false };
};

const schemaMaps = new Set(['properties', 'patternProperties', 'definitions', '$defs']);
const subschemas = new Set(['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf']);

/** Extensions for what only OpenAPI 3 has. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['x-nullable', 'nullable'],
  ['x-oneOf', 'oneOf'],
  ['x-anyOf', 'anyOf'],
  ['x-not', 'not'],
  ['x-example', 'example'],
]);

const createConvertSchema = (conversion: SwaggerConversion): SwaggerConversion['convert'] => {
  // A parsed document may contain itself, or one object in many places.
  const known = new Map<JsonObject, Writable>();
  let depth = 0;
  const convert = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isJsonObject(value) || depth === maxDocumentDepth) return value;
    depth++;
    const converted = convertObject(value);
    depth--;
    return converted;
  };
  const convertObject = (value: JsonObject): Json => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const result: Writable = {};
    known.set(value, result);
    const { 'x-nullable': nullable, ...rest } = value;
    // Beside a reference, other keywords have no effect.
    if (nullable === true && typeof value.$ref === 'string')
      return Object.assign(result, { nullable, allOf: [convert(rest)] });
    for (const [name, property] of Object.entries(value)) convertKeyword(result, name, property);
    // OpenAPI 3.0 wants null among the listed values, which the extension does not.
    if (nullable === true && Array.isArray(value.enum) && !value.enum.includes(null))
      result.enum = [...(value.enum as readonly Json[]), null];
    return result;
  };
  const convertKeyword = (result: Writable, written: string, property: Json): void => {
    const name = extensions.get(written) ?? written;
    if (name === '$ref' && typeof property === 'string') conversion.refer(result, property);
    else if (name === 'discriminator' && typeof property === 'string')
      result.discriminator = { propertyName: property };
    else if (name === 'type' && property === 'file') Object.assign(result, { type: 'string', format: 'binary' });
    else if (schemaMaps.has(name)) setProperty(result, name, mapValues(property, '', convert));
    else if (name !== 'collectionFormat')
      setProperty(result, name, subschemas.has(name) ? convert(property) : property);
  };
  return convert;
};

/** Converts the definitions, and maps the values of discriminators that are not the names of their components. */
export const convertDefinitions = (conversion: SwaggerConversion): Writable => {
  const result: Writable = {};
  const definitions = entriesAt(getProperty(conversion.source, 'definitions'), '/definitions');
  for (const [name, definition] of definitions)
    setProperty(result, conversion.nameOf('definitions', name), conversion.convert(definition));
  for (const [name, definition] of definitions) {
    if (!isJsonObject(definition)) continue;
    const component = conversion.nameOf('definitions', name);
    const value = stringIn(definition, 'x-ms-discriminator-value') ?? name;
    if (value !== component) mapInBases(conversion, definition, [value, `#/components/schemas/${component}`]);
  }
  return result;
};

/** A base states the discriminator; it may be several levels above. */
const mapInBases = (
  conversion: SwaggerConversion,
  definition: JsonObject,
  [value, reference]: readonly [string, string],
): void => {
  const bases = new Set([definition]);
  for (const base of bases) {
    const discriminator = objectIn(conversion.convert(base) as JsonObject, 'discriminator') as Writable | undefined;
    if (discriminator !== undefined) {
      discriminator.mapping ??= {};
      setProperty(discriminator.mapping as Writable, value, reference);
    }
    for (const part of listIn(base, 'allOf')) {
      const found = conversion.resolve(part, '');
      if (found !== undefined) bases.add(found.value);
    }
  }
};
