/** Compiles the operations of a document and binds them to resources. */

import { isToken } from '../core/http/http.ts';
import {
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../core/primitives/json.ts';
import { perObject } from '../core/primitives/lazy.ts';
import { lifecycleHeaders } from '../core/response/write-response.ts';
import type { Operation, ResponseSpec } from '../core/service/operation.ts';
import type { Service } from '../core/service/service.ts';
import { phrases } from '../parts/words/index.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from './document/source.ts';
import type { Compilation } from './operations/compilation.ts';
import type { ErrorSource } from './operations/error-format.ts';
import { pairedExamples } from './operations/paired-examples.ts';
import { compileParameters } from './operations/parameters.ts';
import { type ServedPath, servedPathOf } from './operations/path-keys.ts';
import { conditionOf } from './operations/precondition-parameters.ts';
import { compileBody } from './operations/request-bodies.ts';
import { askedFormat, type CompiledResponse, compileResponses, isDefaultSuccess } from './operations/responses.ts';
import { createSecurityReader } from './operations/security.ts';
import { withSomeColumns } from './operations/table-rows.ts';
import type { BoundOperation } from './resources/describe/group.ts';
import { pathShapeOf, type UnboundOperation } from './resources/describe/unbound-operation.ts';
import { readHint, readLifecycleHint, requiresCredential } from './resources/describe/x-vivarium.ts';
import { bindResources, type Resources } from './resources/find-resources.ts';
import { rules } from './rules.ts';

interface CompiledOperations {
  readonly operations: readonly Operation[];
  readonly responses: readonly ErrorSource[];
  readonly collections: Resources['collections'];
  readonly sent: Pick<Service, 'webhooks' | 'callbacks'>;
  readonly found: readonly FoundOperation[];
  /** Path items and operations with a `servers` property. */
  readonly serverOwners: readonly Located[];
}

interface FoundOperation extends ServedPath {
  readonly name: string;
  readonly method: string;
  readonly pathItem: Located;
  readonly located: Located;
}

/** Somewhat more than the largest real documents have. Each operation costs some 20 KB. */
const maxOperations = 20_000;

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export const compileOperations = (compilation: Compilation): CompiledOperations => {
  const found = findOperations(compilation.source);
  const paths = new Map(found.map(({ name, path }) => [name, path]));
  const readSecurity = createSecurityReader(compilation.source);
  const compiled = found.map((operation) => compileOperation(operation, paths, readSecurity, compilation));
  const { candidates, bound, collections, specs } = bindResources(compiled, compilation, rules);
  const operations = candidates.map(({ operation }): Operation => {
    const found = bound.get(operation) as BoundOperation;
    const { binding } = found;
    const isOne = binding !== undefined && !('bulk' in binding && binding.bulk !== undefined);
    return { ...operation, ...found, ...(isOne && conditionOf(operation, binding.action, binding.collection)) };
  });
  return {
    operations,
    collections,
    sent: rules.sent(specs, found, compilation),
    found,
    responses: candidates.map(({ responses, documentation }, index) => ({
      operation: operations[index] as Operation,
      responses,
      documentation,
    })),
    serverOwners: [...new Set(found.flatMap(({ pathItem, located }) => [pathItem, located]))].filter(({ value }) =>
      Object.hasOwn(value, 'servers'),
    ),
  };
};

const findOperations = (source: Source): readonly FoundOperation[] => {
  const found: FoundOperation[] = [];
  const names = new Set<string>();
  const requests = new Map<string, string>();
  for (const { method, key, served, pathItem, raw, pointer } of listOperations(source)) {
    const located = source.resolve(raw, pointer);
    if (located === undefined) continue;
    const request = `${method} ${served.path}`;
    const matched = requestKeyOf(request, served);
    const earlier = requests.get(matched);
    if (earlier !== undefined)
      source.report(
        pointer,
        `${method} ${key} matches the same requests as ${earlier}, which comes first; it serves those that the first does not accept`,
      );
    if (found.length === maxOperations) {
      source.report(
        pointer,
        `the document has more than ${maxOperations.toLocaleString('en')} operations; this one and those after it are not served. Divide it into several documents, which one server can serve together`,
      );
      break;
    }
    if (earlier === undefined) requests.set(matched, request);
    const operationId = stringIn(located.value, 'operationId');
    if (operationId !== undefined && names.has(operationId))
      source.report(
        `${pointer}/operationId`,
        `the operationId "${operationId}" is used twice; this operation is named "${request}"`,
      );
    const isFree = (name: string | undefined): name is string => name !== undefined && name !== '' && !names.has(name);
    // Another operation may have this name.
    const name = [operationId, request, `${method} ${key}`].find(isFree) ?? `${request} (${names.size})`;
    names.add(name);
    found.push({ ...served, name, method, pathItem, located });
  }
  return found;
};

/** The key of a request: the names of parameters and a trailing slash do not distinguish requests. */
const requestKeyOf = (request: string, { queryConstants, takesRest }: ServedPath) =>
  [request.replaceAll(/\{[^{}]+\}/g, '{}').replace(/(?<=.)\/$/, ''), takesRest, queryConstants?.join('&')].join(' ');

interface ListedOperation {
  readonly method: string;
  /** Its path in the document. */
  readonly key: string;
  readonly served: ServedPath;
  readonly pathItem: Located;
  readonly raw: Json;
  readonly pointer: string;
}

const listOperations = (source: Source): readonly ListedOperation[] =>
  entriesAt(getProperty(source.document, 'paths'), '/paths').flatMap(([key, rawItem, itemPointer]) => {
    if (key.startsWith('x-')) return [];
    const pathItem = source.resolve(rawItem, itemPointer);
    if (pathItem === undefined) return [];
    const served = servedPathOf(key, itemPointer, source);
    const { value, pointer } = pathItem;
    const usual = methods.map((method) => [method, getProperty(value, method), `${pointer}/${method}`] as const);
    const others = entriesAt(getProperty(value, 'additionalOperations'), `${pointer}/additionalOperations`);
    return [...usual, ...others].flatMap(([method, raw, at]): readonly ListedOperation[] => {
      if (raw === undefined) return [];
      if (isToken(method)) return [{ method: method.toUpperCase(), key, served, pathItem, raw, pointer: at }];
      source.report(at, `${JSON.stringify(method)} is not a valid method; it is ignored`);
      return [];
    });
  });

const compileOperation = (
  { name, method, pathItem, located, ...served }: FoundOperation,
  paths: ReadonlyMap<string, string>,
  readSecurity: (operation: Located) => Operation['security'],
  compilation: Compilation,
): UnboundOperation => {
  const { source } = compilation;
  const { value, pointer } = located;
  const { path } = served;
  const compiled = compileParameters(path, pathItem, located, compilation);
  const parameters = compiled.map(({ parameter }) => parameter);
  const declared = compileBody(withSomeColumns(located, method, source), compilation);
  // Browsers cannot send a body with GET, and OpenAPI 3.0 ignores its description (section "Operation Object").
  const body = declared && method === 'GET' ? { ...declared, spec: { ...declared.spec, required: false } } : declared;
  const responses = compileResponses(located, compilation);
  const success = successOf(method, responses);
  const hint = readHint(located, source);
  const specs = new Map([...responses].map(([status, { spec }]): [string, ResponseSpec] => [status, spec]));
  const pairs = pairedExamples(located, compiled, specs, source);
  const operation: Operation = {
    name,
    service: compilation.service,
    localName: name,
    method,
    ...served,
    pointer,
    tags: listIn(value, 'tags').filter((tag): tag is string => typeof tag === 'string'),
    ...retirementOf(located, path, paths, source),
    parameters,
    body: body?.spec,
    security: readSecurity(located),
    responses: specs,
    ...invalidInputOf(located, source),
    ...(pairs.length > 0 && { pairedExamples: pairs }),
    success: success === undefined ? undefined : { status: success.status, response: success.response.spec },
    asked: askedFormat(path, parameters, success?.response.spec.contents),
    binding: undefined,
    statelessView: undefined,
    confidence: undefined,
    reason: '',
    ...((compilation.stateless || hint?.action === 'none') && { keepsNothing: true }),
  };
  return {
    operation,
    method: operation.method === 'QUERY' ? 'GET' : operation.method,
    path: pathShapeOf(operation.path),
    parameterKeys: compiled.map(({ key }) => key),
    parameterExamples: compiled.map(({ examples }) => examples),
    parameterTexts: compiled.map(({ text }) => text),
    ...textsOf(value),
    responses,
    success: success?.response,
    bodyKey: body?.item?.key,
    bodyExamples: body?.item?.examples ?? [],
    hint,
    lifecycle: readLifecycleHint(located),
    isCovered: (getProperty(value, 'security') ?? null) === null && !requiresCredential(located),
  };
};

/** How long the operation will be there, and what takes its place. */
const retirementOf = (located: Located, path: string, paths: ReadonlyMap<string, string>, source: Source) => {
  const { value, pointer } = located;
  const successorPath = successorOf(located, path, paths, source);
  const sunset = instantOf(value, 'x-sunset', pointer, source);
  const deprecatedAt = instantOf(value, 'x-deprecated-at', pointer, source);
  return {
    deprecated: getProperty(value, 'deprecated') === true,
    sunset,
    lifecycleHeaders: lifecycleHeaders(deprecatedAt, sunset),
    successorPath,
    stability: stringIn(value, 'x-stability'),
  };
};

/** The response that says that it is for a request that does not fit, as the 422 of FastAPI does beside a 400 of the service's own. */
const invalidInputOf = ({ value }: Located, { follow }: Source): Pick<Operation, 'invalidStatus' | 'validatesPath'> => {
  const textOf = (status: number): string => {
    const found = follow(getMember(value, `responses.${status}`), '');
    return 'value' in found && isJsonObject(found.value) ? found.pointer + textOfResponse(found.value) : '';
  };
  const own = textOf(422);
  if (!phrases.invalidInput.test(own) || phrases.invalidInput.test(textOf(400))) return {};
  return { invalidStatus: 422, validatesPath: own.includes('/HTTPValidationError"') };
};

/** Many operations share a response. */
const textOfResponse = perObject<string, JsonObject>((response) => stringifyJson(response));

/** What the document says of an operation in words, and where it says more. */
const textsOf = (operation: JsonObject) => {
  const textIn = (name: string): string => stringIn(operation, name) ?? '';
  const summary = stringIn(operation, 'summary');
  return {
    description: `${textIn('summary')}\n${textIn('description')}`,
    title: `${textIn('operationId')} ${textIn('summary')}`,
    // Behind tags.
    firstWord: /^(?:<[^>]*>|[^\w<])*(\w+)/.exec(summary ?? textIn('description'))?.[1] ?? '',
    documentation: stringIn(objectIn(operation, 'externalDocs'), 'url'),
  };
};

const createdFirst = [201, 200, 202, 204];

const successOf = (
  method: string,
  responses: ReadonlyMap<string, CompiledResponse>,
): { readonly status: number; readonly response: CompiledResponse } | undefined => {
  const statuses = [...responses.keys()].filter((name) => /^2\d\d$/.test(name)).map(Number);
  const ordered = statuses.toSorted((left, right) => left - right);
  const created = createdFirst.find((candidate) => statuses.includes(candidate));
  const isEmpty = created === 201 && isBare(responses.get('201')) && !isBare(responses.get('200'));
  const status = (method === 'POST' && !isEmpty ? created : undefined) ?? ordered[0];
  if (status !== undefined) return { status, response: responses.get(String(status)) as CompiledResponse };
  const range = responses.get('2XX');
  if (range !== undefined) return { status: 200, response: range };
  const redirect = redirects.find((candidate) => responses.has(String(candidate)));
  if (redirect !== undefined)
    return { status: redirect, response: responses.get(String(redirect)) as CompiledResponse };
  const right = isDefaultSuccess(responses) ? responses.get('default') : undefined;
  return right && { status: 200, response: right };
};

/** Whether a response has nothing: Springfox adds such a 201 to each POST; what the service returns is its 200. */
const isBare = (response: CompiledResponse | undefined) =>
  response === undefined || response.spec.contents.length + response.spec.headers.length === 0;

/** The statuses of a success that only redirects, the best first. */
const redirects = [302, 303, 301, 307, 308];

/** The path template of the operation that `x-successor` names. The path parameters of this operation fill it in. */
const successorOf = (
  { value, pointer }: Located,
  path: string,
  paths: ReadonlyMap<string, string>,
  source: Source,
): string | undefined => {
  const name = stringIn(value, 'x-successor');
  if (name === undefined) return undefined;
  const successor = paths.get(name);
  const missing = successor?.match(/\{[^{}]+\}/g)?.find((parameter) => !path.includes(parameter));
  if (successor === undefined) source.report(`${pointer}/x-successor`, `unknown operation "${name}"`);
  else if (missing !== undefined)
    source.report(
      `${pointer}/x-successor`,
      `the path of "${name}" requires ${missing}, which ${path} does not have, so responses have no Link to it`,
    );
  return missing === undefined ? successor : undefined;
};

/** A date means 00:00:00 UTC. */
const instantOf = (operation: JsonObject, name: string, pointer: string, source: Source): number | undefined => {
  const raw: unknown = getProperty(operation, name);
  if (raw === undefined) return undefined;
  const text = raw instanceof Date ? raw.toISOString() : String(raw);
  const instant = /^\d{4}-\d\d-\d\d(T.*)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  source.report(
    `${pointer}/${name}`,
    `"${text}" is neither a date such as 2030-01-31 nor a date-time such as 2030-01-31T12:00:00Z; it is ignored`,
  );
  return undefined;
};
