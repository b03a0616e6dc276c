/** Compiles an OpenAPI document into a Service, once, so that `simulate` looks up nothing in the document. */
import { documentEmpty } from '../core/primitives/config-error.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { lazily } from '../core/primitives/lazy.ts';
import { exposedHeaders } from '../core/response/cors.ts';
import type { Operation } from '../core/service/operation.ts';
import { createMatcher } from '../core/service/router.ts';
import type { Service } from '../core/service/service.ts';
import { loadLocale } from '../parts/locale/find-locale.ts';
import { compileOperations } from './compile-operations.ts';
import { createCompleters } from './completion/complete.ts';
import { createSource, type DocumentConversion, objectIn } from './document/source.ts';
import { scanDocument } from './document/walk-objects.ts';
import { createGenerators } from './generate/generate.ts';
import type { Compilation } from './operations/compilation.ts';
import { createErrors } from './operations/error-format.ts';
import { createNamedSchemas } from './operations/named-schemas.ts';
import { createSecrets } from './operations/secret-parameters.ts';
import { readLoginSchemes, reportIssuerPaths } from './operations/security.ts';
import { basePathsOf } from './operations/servers.ts';
import { createStrips } from './operations/strip-undeclared.ts';
import { SchemaSet } from './schema/schema-set.ts';
import { createChecks } from './validation/checks.ts';
import { createFacts } from './validation/facts-of-schema.ts';

interface CompileOptions {
  /** The name of the service; without a dot. Default: `service`. */
  readonly name?: string;
  /** Checks every schema of a large document before returning, so that all problems are known. Default: false. */
  readonly thorough?: boolean;
  /** The reasons why references cannot be resolved, by their JSON Pointers, if the loader knows them. */
  readonly broken?: ReadonlyMap<string, string>;
  readonly conversion?: DocumentConversion | undefined;
  /** The URL of the document. Relative servers are resolved against it. */
  readonly uri?: string;
  /** The only base path, in place of those of the document's servers: `/v1`, or `` for the root. */
  readonly base?: string | undefined;
  /** Whether every operation responds from examples and generated data, and keeps nothing. Default: false. */
  readonly stateless?: boolean | undefined;
  /** The locale of the names and places in generated data. Default: English. */
  readonly locale?: string | undefined;
}

/** @throws ConfigError if nothing can be served. All other problems are in `problems`, and the rest is served. */
export const compileService = (
  document: JsonObject,
  { name = 'service', thorough = false, broken, conversion, uri, base, stateless = false, locale }: CompileOptions = {},
): Service => {
  if (locale !== undefined) loadLocale(locale);
  const source = createSource(document, broken, conversion);
  const { fakers, hasAccess, hasWriteOnly, hasSecrets } = scanDocument(source);
  const schemas = new SchemaSet(source, hasAccess);
  const checks = createChecks(schemas);
  const generators = createGenerators(schemas, source, fakers, locale);
  const compilation: Compilation = {
    service: name,
    stateless,
    source,
    schemas,
    checks,
    generators,
    completers: createCompleters(schemas, checks, generators),
    parameters: new Map(),
    strips: createStrips(schemas, { hasAccess, hasWriteOnly }),
    factsFor: createFacts(schemas, checks),
  };
  const { operations, collections, responses, found, serverOwners, sent } = compileOperations(compilation);
  if (operations.length === 0) throw documentEmpty(emptyMessage(source.problems));
  if (thorough || operations.length <= manyOperations) schemas.convertAll();
  schemas.endCompilation();
  const info = objectIn(document, 'info');
  const paths = operations.map(({ path }) => path);
  const { basePaths, baseTemplates } =
    base === undefined
      ? basePathsOf(source, uri, { owners: serverOwners, paths })
      : { basePaths: [base], baseTemplates: [] };
  const logins = readLoginSchemes(source);
  if (logins.length > 0) reportIssuerPaths(source, basePaths, paths);
  return {
    name,
    title: textOf(info?.title, 'Untitled'),
    version: textOf(info?.version, ''),
    document,
    basePaths,
    baseTemplates,
    operations,
    matcher: createMatcher(operations),
    collections,
    exposedHeaders: exposedHeaders(headerNamesOf(operations)),
    errorFor: createErrors(responses, schemas, compilation.generators),
    secretsOf: createSecrets(source, found, hasSecrets),
    schemas: lazily(() => createNamedSchemas(compilation)),
    problems: source.problems,
    ready: generators.load,
    useLocale: generators.useLocale,
    services: [],
    original: undefined,
    logins,
    ...sent,
  };
};

/** The message for a document without operations, with its first problem, which may be the reason. */
const emptyMessage = ([first]: Service['problems']): string => {
  const message = 'the document has no operations, so nothing can be served';
  return first === undefined
    ? `${message}. Add one below paths.`
    : `${message}; its first problem is at ${first.pointer}: ${first.message}`;
};

const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;

const headerNamesOf = (operations: readonly Operation[]): readonly string[] => {
  const headers = operations.flatMap(({ responses }) =>
    [...responses.values()].flatMap((response) => response.headers),
  );
  const byName = Map.groupBy(headers, ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap(([first]) => first?.name ?? []);
};

/** The schemas of a document with more operations than this are converted when they are first used. */
const manyOperations = 100;
