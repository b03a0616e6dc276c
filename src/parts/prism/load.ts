/** Lets requests ask as they ask Prism. Loaded only with `--prism`. */
import { type HttpRequest, headerOf } from '../../core/http/http.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { formatPreference } from '../../core/request/prefer.ts';
import type { Service } from '../../core/service/service.ts';
import { compileService } from '../../openapi/compile.ts';

/** The service, whose requests may ask in the query too, and for a body that the schema alone decides. */
export const askedAsPrism = (service: Service): Service => {
  const { name, basePaths, document } = service;
  const bare = compileService(withoutExamples(document) as JsonObject, { name, base: basePaths[0], stateless: true });
  const operations = new Map(bare.operations.map((operation) => [operation.localName, operation]));
  return {
    ...service,
    asked: { read: withoutQuery, bare: (operation) => operations.get(operation) },
    ready: async (origin) => {
      await Promise.all([service.ready(origin), bare.ready(origin)]);
    },
  };
};

const inQuery = new Map([
  ['__code', 'code'],
  ['__example', 'example'],
  ['__dynamic', 'dynamic'],
]);

/** The request with the header in place of the query. As in Prism, a header goes before the query. */
const withoutQuery = (request: HttpRequest): HttpRequest => {
  if (!/__|%5f/i.test(request.query)) return request;
  const asked = new Map<string, string>();
  const kept = request.query.split('&').filter((pair) => {
    const [[key = '', value = ''] = []] = new URLSearchParams(pair);
    const preference = inQuery.get(key);
    if (preference !== undefined && !asked.has(preference)) asked.set(preference, value);
    return preference === undefined;
  });
  if (asked.size === 0) return request;
  const prefer = [...asked].map(([preference, value]) => formatPreference(preference, value)).join(', ');
  const headers = headerOf(request.headers, 'prefer') === undefined ? { ...request.headers, prefer } : request.headers;
  return { ...request, query: kept.join('&'), headers };
};

/** Maps whose keys are names, not keywords. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'dependentSchemas']);
/** Values of the service itself. */
const plain = new Set(['enum', 'const', 'default']);

/** The document without any example. `isNamed`: the keys of the value are names. */
const withoutExamples = (value: Json, isNamed = false): Json => {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNamed || (key !== 'example' && key !== 'examples'))
      .map(([key, one]) => [key, !isNamed && plain.has(key) ? one : withoutExamples(one, !isNamed && named.has(key))]),
  );
};
