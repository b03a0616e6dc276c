/** Finds the secrets that a document declares: API keys, and schemas with `writeOnly` or `format: password`. */
import { essenceOf } from '../../core/http/http.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { type DeclaredSecrets, isUsualSecret, type SecretPath, toSecretName } from '../../core/service/secret-facts.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';
import { isData, isMap } from '../document/walk-objects.ts';

interface OperationSource {
  readonly name: string;
  readonly path: string;
  readonly pathItem: Located;
  readonly located: Located;
}

/**
 * The secrets of an operation; of all for undefined or an unknown name. They are collected on the first call, because only output needs
 * them. `hasSecrets`: whether any schema may be secret.
 */
export const createSecrets = (
  source: Source,
  operations: readonly OperationSource[],
  hasSecrets: boolean,
): ((operation: string | undefined) => DeclaredSecrets) => {
  const isSecret = createSecretTest(source);
  const apiKeys = lazily(() => apiKeysOf(source));
  const collect = (found: readonly OperationSource[]): DeclaredSecrets => {
    const collector = new Collector(source, isSecret, apiKeys());
    if (hasSecrets) for (const operation of found) collector.addOperation(operation);
    return {
      ...collector.secrets,
      paths: found.flatMap(({ path }) => collector.secretPathOf(path)),
      get linkPaths() {
        return linkPaths();
      },
    };
  };
  const linkPaths = lazily(() => {
    const byPath = new Map<string, SecretPath>();
    for (const operation of operations) {
      const collector = new Collector(source, isSecret, []);
      if (hasSecrets) collector.addSecretParameters(operation);
      for (const path of collector.secretPathOf(operation.path)) byPath.set(operation.path, path);
    }
    return [...byPath.values()];
  });
  const own = new Map(operations.map((operation) => [operation.name, lazily(() => collect([operation]))]));
  const all = lazily(() => collect(operations));
  return (operation) => ((operation === undefined ? undefined : own.get(operation)) ?? all)();
};

interface ApiKey {
  readonly in: string | undefined;
  readonly name: string;
}

/** Includes the schemes that no operation requires: a client may send them all the same. */
const apiKeysOf = (source: Source): readonly ApiKey[] => {
  const components = objectIn(source.document, 'components');
  return entriesAt(components && getProperty(components, 'securitySchemes'), '').flatMap(([, raw]) => {
    const scheme = targetOf(source, raw);
    const name = isJsonObject(scheme) ? stringIn(scheme, 'name') : undefined;
    return name === undefined ? [] : [{ in: stringIn(scheme as JsonObject, 'in'), name }];
  });
};

const targetOf = (source: Source, raw: Json | undefined): Json | undefined => {
  const found = source.follow(raw, '');
  return 'message' in found ? undefined : found.value;
};

type IsSecret = (schema: Json | undefined) => boolean;

/** A schema is secret if it, its target, one of its alternatives, or one of the schemas of its items or free properties is. */
const createSecretTest = (source: Source): IsSecret => {
  const known = new Map<JsonObject, boolean>();
  return (schema) => {
    if (!isJsonObject(schema)) return false;
    const target = Object.keys(schema).length === 1 ? targetOf(source, schema) : schema;
    if (!isJsonObject(target)) return false;
    // Without recursion: references may form long chains. The keywords beside a reference count.
    const found = new Set<JsonObject>();
    const pending: (Json | undefined)[] = [target];
    while (pending.length > 0) {
      const part = pending.pop();
      if (!isJsonObject(part) || found.has(part) || known.get(part) === false) continue;
      if (part.writeOnly === true || part.format === 'password' || known.get(part) === true) {
        known.set(target, true);
        return true;
      }
      found.add(part);
      if (typeof getProperty(part, '$ref') === 'string') pending.push(targetOf(source, part));
      for (const keyword of ['items', 'additionalProperties']) pending.push(getProperty(part, keyword));
      for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
        for (const child of listIn(part, keyword)) pending.push(child);
      for (const child of Object.values(objectIn(part, 'patternProperties') ?? {})) pending.push(child);
    }
    for (const part of found) known.set(part, false);
    return false;
  };
};

class Collector {
  readonly secrets = {
    headers: new Set<string>(),
    query: new Set<string>(),
    properties: new Set<string>(),
    requestBodies: new Set<string>(),
    responseBodies: new Set<string>(),
  } as const;
  readonly #source: Source;
  readonly #isSecret: IsSecret;
  readonly #path = new Set<string>();
  readonly #visited = new Set<Json>();

  constructor(source: Source, isSecret: IsSecret, apiKeys: readonly ApiKey[]) {
    this.#source = source;
    this.#isSecret = isSecret;
    for (const key of apiKeys) this.#addNamed(key.in, key.name);
  }

  addOperation(operation: OperationSource): void {
    const { value } = operation.located;
    for (const parameter of this.addSecretParameters(operation)) this.#walk(parameter);
    this.#addBody(getProperty(value, 'requestBody'), this.secrets.requestBodies);
    for (const [, response] of entriesAt(getProperty(value, 'responses'), ''))
      this.#addBody(response, this.secrets.responseBodies);
  }

  /** Adds the secrets of parameters, without those in the parts of one. Returns all parameters. */
  addSecretParameters({ pathItem, located: { value } }: OperationSource): readonly JsonObject[] {
    const all = [...listIn(pathItem.value, 'parameters'), ...listIn(value, 'parameters')];
    const parameters = all.map((raw) => this.#objectAt(raw)).filter((parameter) => parameter !== undefined);
    for (const parameter of parameters) {
      const schemas = [getProperty(parameter, 'schema'), ...this.#mediaTypesOf(parameter).map(([, schema]) => schema)];
      if (schemas.some(this.#isSecret)) this.#addNamed(stringIn(parameter, 'in'), stringIn(parameter, 'name') ?? '');
    }
    return parameters;
  }

  /** The body of a request or of a response, which also has headers. */
  #addBody(raw: Json | undefined, wholeBodies: Set<string>): void {
    const body = this.#objectAt(raw);
    if (body === undefined) return;
    for (const [mediaType, schema] of this.#mediaTypesOf(body))
      if (this.#isSecret(schema)) wholeBodies.add(essenceOf(mediaType));
    for (const [name, header] of entriesAt(getProperty(body, 'headers'), ''))
      if (this.#isSecret(getProperty(this.#objectAt(header) ?? {}, 'schema'))) this.#addNamed('header', name);
    this.#walk(body);
  }

  #mediaTypesOf(owner: JsonObject): readonly (readonly [string, Json | undefined])[] {
    return entriesAt(getProperty(owner, 'content'), '').map(([name, raw]) => {
      const media = this.#objectAt(raw) ?? {};
      return [name, getProperty(media, 'schema') ?? getProperty(media, 'itemSchema')];
    });
  }

  /** Adds the secret properties of all schemas that can be reached. */
  #walk(root: JsonObject): void {
    // `isNamed`: the author chose the names in the value.
    const pending: { readonly value: Json | undefined; readonly isNamed: boolean }[] = [
      { value: root, isNamed: false },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value, isNamed } = next;
      if (typeof value !== 'object' || value === null || this.#visited.has(value)) continue;
      this.#visited.add(value);
      if (Array.isArray(value))
        for (const item of value as readonly Json[]) pending.push({ value: item, isNamed: false });
      if (!isJsonObject(value)) continue;
      if (!isNamed) {
        if (typeof getProperty(value, '$ref') === 'string')
          pending.push({ value: targetOf(this.#source, value), isNamed: false });
        for (const [name, schema] of entriesAt(getProperty(value, 'properties'), ''))
          if (this.#isSecret(schema)) this.#addProperty(name, schema);
      }
      for (const [name, property] of Object.entries(value))
        if (isNamed || !isData(name, property))
          pending.push({ value: property, isNamed: !isNamed && isMap(name, property) });
    }
  }

  #addProperty(name: string, schema: Json): void {
    this.secrets.properties.add(toSecretName(name));
    const xml = isJsonObject(schema) ? stringIn(objectIn(schema, 'xml'), 'name') : undefined;
    if (xml !== undefined) this.secrets.properties.add(toSecretName(xml));
  }

  #addNamed(location: string | undefined, name: string): void {
    // All cookies are redacted.
    const names = { header: this.secrets.headers, query: this.secrets.query, path: this.#path };
    if (location === 'header' || location === 'query' || location === 'path') names[location].add(toSecretName(name));
  }

  /** Empty if the path has no secret parameter. */
  secretPathOf(path: string): readonly SecretPath[] {
    const isSecret = ([, name]: RegExpMatchArray) => {
      const secretName = toSecretName(name as string);
      return isUsualSecret(secretName) || this.#path.has(secretName);
    };
    const parts = path.replace(/\/$/, '').split('/').slice(1).toReversed();
    const secrets = parts.flatMap((part, index) => (part.matchAll(/\{([^{}]+)\}/g).some(isSecret) ? [index] : []));
    if (secrets.length === 0) return [];
    return [{ segments: parts.map((part) => (part.includes('{') ? undefined : part)), secrets: new Set(secrets) }];
  }

  #objectAt(raw: Json | undefined): JsonObject | undefined {
    const target = targetOf(this.#source, raw);
    return isJsonObject(target) ? target : undefined;
  }
}
