/** Converts a Swagger 2.0 document, with its files bundled, to OpenAPI 3.0. It is loaded for such documents alone. */
import { essenceOf, isJsonType } from '../../core/http/http.ts';
import {
  childOf,
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  pathTo,
  pointerTo,
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

type Writable = Record<string, Json>;

/** The sections of a Swagger 2.0 document, and those of `components` that they become. */
const sections = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
} as const;

export const convertSwagger = (source: JsonObject) => new Converter(source).convert();

/** What other keys of the document become. */
const replaced = new Set([
  ...['swagger', 'host', 'basePath', 'schemes', 'consumes', 'produces', 'paths', 'security'],
  ...['definitions', 'parameters', 'responses', 'securityDefinitions', 'x-ms-parameterized-host'],
]);

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

class Converter {
  readonly #source: JsonObject;
  readonly #places = new Places();
  readonly #problems: DocumentProblem[] = [];
  readonly #references: { readonly owner: Writable; readonly pointer: string }[] = [];
  /** The converted schemas: a parsed document may contain itself, or one object in many places. */
  readonly #known = new Map<JsonObject, Writable>();
  #depth = 0;
  readonly #consumes: readonly string[];
  readonly #produces: readonly string[];

  constructor(source: JsonObject) {
    this.#source = source;
    this.#consumes = textsIn(getProperty(source, 'consumes'), []);
    this.#produces = textsIn(getProperty(source, 'produces'), []);
    for (const [section, component] of Object.entries(sections)) {
      const used = new Set<string>();
      for (const [name, value, pointer] of entriesAt(getProperty(source, section), `/${section}`)) {
        const found = section === 'parameters' ? this.#resolve(value, pointer) : undefined;
        // Each operation has a body of its own, since its media types may differ.
        if (found === undefined || !isBodyPart(found.value))
          this.#places.move(pointer, `/components/${component}/${nameFor(name, used)}`);
      }
    }
  }

  convert() {
    const document: Writable = { openapi: '3.0.3' };
    for (const [name, value] of Object.entries(this.#source))
      if (!replaced.has(name)) setProperty(document, name, value);
    const servers = this.#servers(this.#source);
    for (const index of servers.keys())
      this.#places.move(this.#source.host === undefined ? '/basePath' : '/host', `/servers/${index}`);
    if (servers.length > 0) document.servers = servers;
    const { security, paths } = this.#source;
    if (security !== undefined) document.security = this.#security(security);
    if (paths !== undefined) document.paths = mapValues(paths, '/paths', this.#pathItem);
    const components = this.#components();
    if (Object.keys(components).length > 0) document.components = components;
    this.#finishReferences();
    return {
      document,
      /** What OpenAPI 3 cannot express, by pointers into the source. */
      problems: this.#problems,
      /** The pointer into the source of a pointer into the document; that of the nearest parent if only the document has such a value. */
      sourceOf: (pointer: string): string => {
        const moved = this.#places.sourceOf(pointer);
        const isAdded = valueAtPointer(document, pointer) === undefined;
        // By an Overlay.
        return isAdded ? moved : nearest(moved, this.#source);
      },
    };
  }

  #components(): Writable {
    const components: Writable = {};
    const add = (section: string, name: string, value: Json) => {
      components[section] ??= {};
      setProperty(components[section] as Writable, name, value);
    };
    for (const [name, value] of Object.entries(this.#definitions())) add('schemas', name, value);
    for (const [name, value, pointer] of this.#section('parameters')) {
      const found = this.#resolve(value, pointer);
      if (found === undefined || !isBodyPart(found.value))
        add('parameters', this.#nameOf('parameters', name), this.#parameter(value, pointer));
    }
    for (const [name, value, pointer] of this.#section('responses')) {
      const target = this.#places.targetOf(pointer);
      const response = this.#responseFrom(value, this.#produces, pointer, target);
      add('responses', this.#nameOf('responses', name), response);
    }
    for (const [name, value] of this.#section('securityDefinitions'))
      add('securitySchemes', this.#nameOf('securityDefinitions', name), convertSecurityScheme(value));
    return components;
  }

  #section(name: string): ReturnType<typeof entriesAt> {
    return entriesAt(getProperty(this.#source, name), `/${name}`);
  }

  readonly #pathItem = (item: Json, pointer: string): Json => {
    if (!isJsonObject(item)) return item;
    const { own, body } = this.#split(item, pointer);
    const result: Writable = {};
    for (const [name, value] of Object.entries(item)) {
      if (name === '$ref' && typeof value === 'string') this.#refer(result, value);
      else if (name === 'parameters') setProperty(result, name, this.#parameters(own, value, pointer));
      else
        setProperty(result, name, methods.has(name) ? this.#operation(value, `${pointer}/${name}`, name, body) : value);
    }
    return result;
  };

  #operation(operation: Json, pointer: string, method: string, shared: readonly Located[]): Json {
    if (!isJsonObject(operation)) return operation;
    const { own, body: ownBody } = this.#split(operation, pointer);
    const { consumes, produces, schemes, parameters, responses, security, ...rest } = operation;
    const result: Writable = { ...rest };
    if (own.length > 0 || !Array.isArray(parameters ?? []))
      result.parameters = this.#parameters(own, parameters as Json, pointer);
    // A body that all operations of a path share is meant for those that can have one.
    const isInherited = ownBody.length === 0 && method !== 'get' && method !== 'head';
    const body = this.#body(
      isInherited ? shared : ownBody,
      textsIn(consumes, this.#consumes),
      `${pointer}/requestBody`,
    );
    if (body !== undefined) result.requestBody = body;
    const types = textsIn(produces, this.#produces);
    if (responses !== undefined)
      result.responses = mapValues(responses, `${pointer}/responses`, (value, at) => this.#response(value, types, at));
    if (security !== undefined) result.security = this.#security(security);
    const servers = schemes === undefined ? [] : this.#servers(operation);
    if (servers.length > 0) result.servers = servers;
    return result;
  }

  /** A shared response has the media types of the document. Where an operation has others, it gets its own copy. */
  #response(value: Json, types: readonly string[], pointer: string): Json {
    const target = types === this.#produces ? undefined : this.#resolve(value, pointer);
    const { value: response, pointer: from } = target ?? { value, pointer };
    this.#places.move(from, pointer);
    return this.#responseFrom(response, types, from, pointer);
  }

  #body(parameters: readonly Located[], consumes: readonly string[], to: string): JsonObject | undefined {
    const body = parameters.find(({ value }) => value.in === 'body');
    if (body !== undefined) {
      for (const other of parameters)
        if (other !== body)
          this.#report(other.pointer, 'a request has one body: this part of it is ignored beside a body parameter');
      return this.#bodyFrom(body, consumes, to);
    }
    return parameters.length > 0 ? this.#form(parameters, consumes, to) : undefined;
  }

  /** The parameters that stay, with their indexes, and those that are parts of the body. */
  #split(owner: JsonObject, pointer: string): { readonly own: readonly number[]; readonly body: readonly Located[] } {
    const own: number[] = [];
    const body: Located[] = [];
    for (const [index, parameter] of listIn(owner, 'parameters').entries()) {
      const found = this.#resolve(parameter, `${pointer}/parameters/${index}`);
      if (found !== undefined && isBodyPart(found.value)) body.push(found);
      else own.push(index);
    }
    return { own, body };
  }

  #parameters(own: readonly number[], parameters: Json, pointer: string): Json {
    if (!Array.isArray(parameters)) return parameters;
    return own.map((index, position) => {
      const from = `${pointer}/parameters/${index}`;
      this.#places.move(from, `${pointer}/parameters/${position}`);
      return this.#parameter(parameters[index], from);
    });
  }

  #parameter(value: Json, pointer: string): Json {
    if (!isJsonObject(value)) return value;
    const reference = stringIn(value, '$ref');
    if (reference === undefined) {
      const { own, schema, style } = this.#splitParameter(value, stringIn(value, 'in') ?? '', pointer);
      return { ...own, ...style, schema };
    }
    const result: Writable = {};
    this.#refer(result, reference);
    return result;
  }

  #report(pointer: string, message: string): void {
    this.#problems.push({ code: 'VIV_DOCUMENT_PART_UNUSABLE', pointer, message });
  }

  /** A component's name in the converted document: there, fewer characters are allowed. */
  #nameOf(section: keyof typeof sections, name: string): string {
    const target = this.#places.targetOf(`/${section}/${escapePointer(name)}`);
    return target.slice(target.lastIndexOf('/') + 1);
  }

  /** Returns undefined if a reference cannot be resolved. */
  #resolve(value: Json, pointer: string): Located | undefined {
    const found = followReferences(this.#source, value, pointer);
    return 'message' in found || !isJsonObject(found.value)
      ? undefined
      : { value: found.value, pointer: found.pointer };
  }

  /** Copies a reference. One to a missing value stays as it is written, so that it is reported as such. */
  #refer(owner: Writable, reference: string): void {
    owner.$ref = reference;
    const pointer = pointerOf(reference);
    if (pointer !== undefined && valueAtPointer(this.#source, pointer) !== undefined)
      this.#references.push({ owner, pointer });
  }

  /** Writes the references, at the end: then the places of all values are known. */
  #finishReferences(): void {
    for (const { owner, pointer } of this.#references)
      owner.$ref = `#${this.#places.targetOf(pointer).replaceAll('%', '%25')}`;
  }

  #bodyFrom({ value: parameter, pointer: from }: Located, consumes: readonly string[], to: string): JsonObject {
    const { name: _name, in: _in, schema, 'x-example': example, 'x-examples': examples, ...rest } = parameter;
    this.#places.move(from, to);
    const types = consumes.length > 0 ? consumes : [isFile(schema) ? 'application/octet-stream' : 'application/json'];
    const byType = example === undefined ? examples : Object.fromEntries(types.map((type) => [type, example]));
    // A body without a schema is any value.
    const content = contentOf(types, this.#schema(schema ?? {}), byType);
    this.#moveSchemas(content, `${from}/schema`, to);
    return { ...rest, content };
  }

  /** The body of form fields. Only a multipart form has files. */
  #form(fields: readonly Located[], consumes: readonly string[], to: string): JsonObject {
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
      const { own, schema, style } = this.#splitParameter(field, 'formData', pointer);
      const { name: _name, in: _in, required: isRequired, allowEmptyValue: _allow, ...described } = own;
      setProperty(properties, name, { ...described, ...(schema as JsonObject) });
      if (isRequired === true) required.push(name);
      if (Object.keys(style).length > 0) setProperty(encoding, name, style);
      const below = `schema/properties/${escapePointer(name)}`;
      for (const type of types) this.#places.move(pointer, `${to}/content/${escapePointer(type)}/${below}`);
    }
    const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
    const media = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
    return {
      content: Object.fromEntries(types.map((type) => [type, media])),
      ...(required.length > 0 && { required: true }),
    };
  }

  /** A response. A reference stays one. */
  #responseFrom(value: Json, produces: readonly string[], from: string, to: string): Json {
    if (!isJsonObject(value)) return value;
    const { schema, examples, headers, ...rest } = value;
    const result: Writable = {};
    for (const [name, property] of Object.entries(rest)) {
      if (name === '$ref' && typeof property === 'string') this.#refer(result, property);
      else setProperty(result, name, property);
    }
    if (headers !== undefined)
      result.headers = mapValues(headers, `${from}/headers`, (header, at) => this.#header(header, at));
    if (schema === undefined && examples === undefined) return result;
    // Beside the type of a file, JSON is that of the errors.
    const ofFile = isFile(schema) ? produces.filter((type) => !isJsonType(type)) : [];
    const stated = ofFile.length > 0 ? ofFile : produces;
    const types = stated.length > 0 ? stated : [isFile(schema) ? 'application/octet-stream' : 'application/json'];
    const content = contentOf(types, schema === undefined ? undefined : this.#schema(schema), examples);
    this.#moveSchemas(content, `${from}/schema`, to);
    for (const type of Object.keys(content).map(escapePointer))
      this.#places.move(`${from}/examples/${type}`, `${to}/content/${type}/example`);
    return { ...result, content };
  }

  #header(value: Json, pointer: string): Json {
    if (!isJsonObject(value)) return value;
    const { own, schema, style } = this.#splitParameter(value, 'header', pointer);
    const { name: _name, in: _in, ...described } = own;
    return { ...described, ...style, schema };
  }

  #moveSchemas(content: JsonObject, from: string, to: string): void {
    for (const type of Object.keys(content)) this.#places.move(from, `${to}/content/${escapePointer(type)}/schema`);
  }

  /** Divides a parameter of Swagger 2.0 into its own keywords, its schema and the style of its lists. `place`: its `in`. */
  #splitParameter(parameter: JsonObject, place: string, pointer: string) {
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
    const schema = this.#schema(isJsonObject(stated) ? { ...rest, ...stated } : rest);
    const isList = isJsonObject(schema) && schema.type === 'array';
    if (isJsonObject(rest.items) && rest.items.type === 'array')
      this.#report(pointer, 'OpenAPI 3 has no separator for the values of lists in a list');
    const style: JsonObject = isList ? this.#style(parameter, place, pointer) : {};
    return { own, schema, style };
  }

  /** Lists are separated by commas where nothing else is stated. In OpenAPI 3, a query and a form repeat the parameter. */
  #style(parameter: JsonObject, place: string, pointer: string): JsonObject {
    const format = stringIn(parameter, 'collectionFormat') ?? 'csv';
    const isRepeated = place === 'query' || place === 'formData';
    if (isRepeated && format === 'multi') return { style: 'form', explode: true };
    const style = isRepeated ? delimited.get(format) : format === 'csv' && 'simple';
    if (!style)
      this.#report(
        pointer,
        `collectionFormat "${format}" of a ${place} parameter does not exist in OpenAPI 3: its values are separated by commas`,
      );
    return { style: style || (isRepeated ? 'form' : 'simple'), explode: false };
  }

  /** Converts the definitions, and maps the values of discriminators that are not the names of their components. */
  #definitions(): Writable {
    const result: Writable = {};
    const definitions = entriesAt(getProperty(this.#source, 'definitions'), '/definitions');
    for (const [name, definition] of definitions)
      setProperty(result, this.#nameOf('definitions', name), this.#schema(definition));
    for (const [name, definition] of definitions) {
      if (!isJsonObject(definition)) continue;
      const component = this.#nameOf('definitions', name);
      const value = stringIn(definition, 'x-ms-discriminator-value') ?? name;
      if (value !== component) this.#mapInBases(definition, [value, `#/components/schemas/${component}`]);
    }
    return result;
  }

  /** A base states the discriminator; it may be several levels above. */
  #mapInBases(definition: JsonObject, [value, reference]: readonly [string, string]): void {
    const bases = new Set([definition]);
    for (const base of bases) {
      const discriminator = objectIn(this.#schema(base) as JsonObject, 'discriminator') as Writable | undefined;
      if (discriminator !== undefined) {
        discriminator.mapping ??= {};
        setProperty(discriminator.mapping as Writable, value, reference);
      }
      for (const part of listIn(base, 'allOf')) {
        const found = this.#resolve(part, '');
        if (found !== undefined) bases.add(found.value);
      }
    }
  }

  readonly #schema = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(this.#schema);
    if (!isJsonObject(value) || this.#depth === maxDocumentDepth) return value;
    this.#depth++;
    const converted = this.#object(value);
    this.#depth--;
    return converted;
  };

  #object(value: JsonObject): Json {
    const before = this.#known.get(value);
    if (before !== undefined) return before;
    const result: Writable = {};
    this.#known.set(value, result);
    const { 'x-nullable': nullable, ...rest } = value;
    // Beside a reference, other keywords have no effect.
    if (nullable === true && typeof value.$ref === 'string')
      return Object.assign(result, { nullable, allOf: [this.#schema(rest)] });
    for (const [name, property] of Object.entries(value)) this.#keyword(result, name, property);
    // OpenAPI 3.0 wants null among the listed values, which the extension does not.
    if (nullable === true && Array.isArray(value.enum) && !value.enum.includes(null))
      result.enum = [...(value.enum as readonly Json[]), null];
    return result;
  }

  #keyword(result: Writable, written: string, property: Json): void {
    const name = extensions.get(written) ?? written;
    if (name === '$ref' && typeof property === 'string') this.#refer(result, property);
    else if (name === 'discriminator' && typeof property === 'string')
      result.discriminator = { propertyName: property };
    else if (name === 'type' && property === 'file') Object.assign(result, { type: 'string', format: 'binary' });
    else if (schemaMaps.has(name)) setProperty(result, name, mapValues(property, '', this.#schema));
    else if (name !== 'collectionFormat')
      setProperty(result, name, subschemas.has(name) ? this.#schema(property) : property);
  }

  /** @param owner The document, or an operation with schemes of its own. */
  #servers(owner: JsonObject): readonly JsonObject[] {
    const source = this.#source;
    const basePath = (stringIn(source, 'basePath') ?? '').replace(/^(?=[^/])/, '/').replace(/\/$/, '');
    const parameterized = objectIn(source, 'x-ms-parameterized-host');
    const host = stringIn(parameterized, 'hostTemplate') ?? stringIn(source, 'host');
    // Relative to the address of the document.
    if (host === undefined || host === '') return basePath === '' || owner !== source ? [] : [{ url: basePath }];
    const hasScheme = parameterized !== undefined && getProperty(parameterized, 'useSchemePrefix') === false;
    const prefixes = hasScheme
      ? ['']
      : textsIn(getProperty(owner, 'schemes'), ['https']).map((scheme) => `${scheme}://`);
    const defaults = this.#defaults(parameterized);
    return prefixes.map((prefix) => {
      const url = `${prefix}${host}${basePath}`;
      const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
      const variables: Writable = {};
      for (const name of names)
        setProperty(variables, name, {
          default: defaults.get(name) ?? (hasScheme ? 'https://localhost' : 'localhost'),
        });
      return { url, ...(names.length > 0 && { variables }) };
    });
  }

  #defaults(parameterized: JsonObject | undefined) {
    return new Map(
      listIn(parameterized, 'parameters').flatMap((parameter) => {
        const { value } = this.#resolve(parameter, '') ?? {};
        const first = getProperty(value ?? {}, 'default') ?? listIn(value, 'enum')[0];
        return typeof first === 'string' ? [[stringIn(value, 'name') ?? '', first] as const] : [];
      }),
    );
  }

  /** The requirements, with the names of the components. */
  #security(value: Json): Json {
    const renamed = (requirement: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(requirement).map(([name, scopes]) => [this.#nameOf('securityDefinitions', name), scopes]),
      );
    return Array.isArray(value) ? value.map((each: Json) => (isJsonObject(each) ? renamed(each) : each)) : value;
  }
}

/** The pointer, up to where the source ends. What the schema of a parameter has is in the parameter itself. */
const nearest = (pointer: string, source: JsonObject): string => {
  let found: { readonly value: Json; readonly path: JsonPath } = { value: source, path: [] };
  for (const token of pathTo(pointer)) {
    const value = childOf(found.value, token);
    if (value !== undefined) found = { value, path: [...found.path, token] };
    else if (token !== 'schema') break;
  }
  return pointerTo(found.path);
};

/** Other flows have the same name. */
const flowNames: ReadonlyMap<Json | undefined, string> = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

const convertSecurityScheme = (value: Json): Json => {
  if (!isJsonObject(value)) return value;
  const { type } = value;
  if (type === 'basic') return { ...value, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2') return value;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = value;
  const name = flowNames.get(flow) ?? String(flow);
  const urls = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  };
  return { ...rest, flows: { [name]: { ...urls, scopes } } };
};

const nameFor = (name: string, used: Set<string>): string => {
  const allowed = /^[\w.-]+$/.test(name) ? name : name.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '') || 'unnamed';
  let found = allowed;
  for (let count = 2; used.has(found); count++) found = `${allowed}-${count}`;
  used.add(found);
  return found;
};

const isBodyPart = (parameter: JsonObject) => parameter.in === 'body' || parameter.in === 'formData';

const textsIn = (value: Json | undefined, otherwise: readonly string[]): readonly string[] => {
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts : otherwise;
};

/** An object with each value converted. Any other value stays, and is reported by whoever reads it. */
const mapValues = (value: Json, pointer: string, convert: (value: Json, pointer: string) => Json): Json =>
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

const isFile = (schema: Json | undefined) => isJsonObject(schema) && schema.type === 'file';

/** Keywords of the parameter itself. The others describe its value. */
const ownKeywords = new Set(['name', 'in', 'description', 'required', 'allowEmptyValue', 'deprecated', 'example']);

const valueExtensions = new Set(['x-nullable', 'x-oneOf', 'x-anyOf', 'x-not']);

const delimited: ReadonlyMap<string, string> = new Map([
  ['csv', 'form'],
  ['ssv', 'spaceDelimited'],
  ['tsv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

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
