/** Converts a Swagger 2.0 document, with its files bundled, to OpenAPI 3.0. It is loaded for such documents alone. */
import {
  childOf,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  pathTo,
  pointerTo,
  setProperty,
} from '../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, objectIn, stringIn, valueAtPointer } from '../../openapi/document/source.ts';
import {
  bodyOf,
  convertDefinitions,
  convertParameter,
  formOf,
  isBodyPart,
  mapValues,
  responseOf,
  SwaggerConversion,
  textsIn,
  type Writable,
} from './conversion.ts';

export const convertSwagger = (source: JsonObject) => new Converter(source).convert();

/** What other keys of the document become. */
const replaced = new Set([
  ...['swagger', 'host', 'basePath', 'schemes', 'consumes', 'produces', 'paths', 'security'],
  ...['definitions', 'parameters', 'responses', 'securityDefinitions', 'x-ms-parameterized-host'],
]);

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

class Converter {
  readonly #source: JsonObject;
  readonly #conversion: SwaggerConversion;
  readonly #consumes: readonly string[];
  readonly #produces: readonly string[];

  constructor(source: JsonObject) {
    this.#source = source;
    this.#conversion = new SwaggerConversion(source);
    this.#consumes = textsIn(getProperty(source, 'consumes'), []);
    this.#produces = textsIn(getProperty(source, 'produces'), []);
  }

  convert() {
    const { places, problems } = this.#conversion;
    const document: Writable = { openapi: '3.0.3' };
    for (const [name, value] of Object.entries(this.#source))
      if (!replaced.has(name)) setProperty(document, name, value);
    const servers = serversOf(this.#conversion, this.#source);
    for (const index of servers.keys())
      places.move(this.#source.host === undefined ? '/basePath' : '/host', `/servers/${index}`);
    if (servers.length > 0) document.servers = servers;
    const { security, paths } = this.#source;
    if (security !== undefined) document.security = convertSecurity(this.#conversion, security);
    if (paths !== undefined) document.paths = mapValues(paths, '/paths', this.#pathItem);
    const components = this.#components();
    if (Object.keys(components).length > 0) document.components = components;
    this.#conversion.finishReferences();
    return {
      document,
      /** What OpenAPI 3 cannot express, by pointers into the source. */
      problems,
      /** The pointer into the source of a pointer into the document; that of the nearest parent if only the document has such a value. */
      sourceOf: (pointer: string): string => {
        const moved = places.sourceOf(pointer);
        const isAdded = valueAtPointer(document, pointer) === undefined;
        // By an Overlay.
        return isAdded ? moved : nearest(moved, this.#source);
      },
    };
  }

  #components(): Writable {
    const components: Writable = {};
    const add = (section: string, name: string, value: Json): void => {
      components[section] ??= {};
      setProperty(components[section] as Writable, name, value);
    };
    for (const [name, value] of Object.entries(convertDefinitions(this.#conversion))) add('schemas', name, value);
    for (const [name, value, pointer] of this.#section('parameters')) {
      const found = this.#conversion.resolve(value, pointer);
      if (found === undefined || !isBodyPart(found.value))
        add('parameters', this.#conversion.nameOf('parameters', name), this.#parameter(value, pointer));
    }
    for (const [name, value, pointer] of this.#section('responses')) {
      const target = this.#conversion.places.targetOf(pointer);
      const response = responseOf(this.#conversion, value, this.#produces, pointer, target);
      add('responses', this.#conversion.nameOf('responses', name), response);
    }
    for (const [name, value] of this.#section('securityDefinitions'))
      add('securitySchemes', this.#conversion.nameOf('securityDefinitions', name), convertSecurityScheme(value));
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
      if (name === '$ref' && typeof value === 'string') this.#conversion.refer(result, value);
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
    if (security !== undefined) result.security = convertSecurity(this.#conversion, security);
    const servers = schemes === undefined ? [] : serversOf(this.#conversion, operation);
    if (servers.length > 0) result.servers = servers;
    return result;
  }

  /** A shared response has the media types of the document. Where an operation has others, it gets its own copy. */
  #response(value: Json, types: readonly string[], pointer: string): Json {
    const target = types === this.#produces ? undefined : this.#conversion.resolve(value, pointer);
    const { value: response, pointer: from } = target ?? { value, pointer };
    this.#conversion.places.move(from, pointer);
    return responseOf(this.#conversion, response, types, from, pointer);
  }

  #body(parameters: readonly Located[], consumes: readonly string[], to: string): JsonObject | undefined {
    const body = parameters.find(({ value }) => value.in === 'body');
    if (body !== undefined) {
      for (const other of parameters)
        if (other !== body)
          this.#conversion.report(
            other.pointer,
            'a request has one body: this part of it is ignored beside a body parameter',
          );
      return bodyOf(this.#conversion, body, consumes, to);
    }
    return parameters.length > 0 ? formOf(this.#conversion, parameters, consumes, to) : undefined;
  }

  /** The parameters that stay, with their indexes, and those that are parts of the body. */
  #split(owner: JsonObject, pointer: string): { readonly own: readonly number[]; readonly body: readonly Located[] } {
    const own: number[] = [];
    const body: Located[] = [];
    for (const [index, parameter] of listIn(owner, 'parameters').entries()) {
      const found = this.#conversion.resolve(parameter, `${pointer}/parameters/${index}`);
      if (found !== undefined && isBodyPart(found.value)) body.push(found);
      else own.push(index);
    }
    return { own, body };
  }

  #parameters(own: readonly number[], parameters: Json, pointer: string): Json {
    if (!Array.isArray(parameters)) return parameters;
    return own.map((index, position) => {
      const from = `${pointer}/parameters/${index}`;
      this.#conversion.places.move(from, `${pointer}/parameters/${position}`);
      return this.#parameter(parameters[index], from);
    });
  }

  #parameter(value: Json, pointer: string): Json {
    if (!isJsonObject(value)) return value;
    const reference = stringIn(value, '$ref');
    if (reference === undefined) return convertParameter(this.#conversion, value, pointer);
    const result: Writable = {};
    this.#conversion.refer(result, reference);
    return result;
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

/** @param owner The document, or an operation with schemes of its own. */
const serversOf = (conversion: SwaggerConversion, owner: JsonObject): readonly JsonObject[] => {
  const { source } = conversion;
  const basePath = (stringIn(source, 'basePath') ?? '').replace(/^(?=[^/])/, '/').replace(/\/$/, '');
  const parameterized = objectIn(source, 'x-ms-parameterized-host');
  const host = stringIn(parameterized, 'hostTemplate') ?? stringIn(source, 'host');
  // Relative to the address of the document.
  if (host === undefined || host === '') return basePath === '' || owner !== source ? [] : [{ url: basePath }];
  const hasScheme = parameterized !== undefined && getProperty(parameterized, 'useSchemePrefix') === false;
  const prefixes = hasScheme ? [''] : textsIn(getProperty(owner, 'schemes'), ['https']).map((scheme) => `${scheme}://`);
  const defaults = defaultsOf(conversion, parameterized);
  return prefixes.map((prefix) => {
    const url = `${prefix}${host}${basePath}`;
    const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
    const variables: Writable = {};
    for (const name of names)
      setProperty(variables, name, { default: defaults.get(name) ?? (hasScheme ? 'https://localhost' : 'localhost') });
    return { url, ...(names.length > 0 && { variables }) };
  });
};

const defaultsOf = (conversion: SwaggerConversion, parameterized: JsonObject | undefined) =>
  new Map(
    listIn(parameterized, 'parameters').flatMap((parameter) => {
      const { value } = conversion.resolve(parameter, '') ?? {};
      const first = getProperty(value ?? {}, 'default') ?? listIn(value, 'enum')[0];
      return typeof first === 'string' ? [[stringIn(value, 'name') ?? '', first] as const] : [];
    }),
  );

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

/** The requirements, with the names of the components. */
const convertSecurity = (conversion: SwaggerConversion, value: Json): Json => {
  const renamed = (requirement: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(requirement).map(([name, scopes]) => [conversion.nameOf('securityDefinitions', name), scopes]),
    );
  return Array.isArray(value) ? value.map((each: Json) => (isJsonObject(each) ? renamed(each) : each)) : value;
};
