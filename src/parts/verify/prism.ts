/** Prism as the judge of responses: its validator shares no code with ours. Loaded by `verify` only. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coversMediaType, essenceOf, isJsonType } from '../../core/http/http.ts';
import { documentUnsupported, judgeMissing } from '../../core/primitives/config-error.ts';
import { indexOf, isJsonObject, type Json, type JsonObject, parseJson, valueAt } from '../../core/primitives/json.ts';
import { type Operation, responseFor } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import { pointerOf, valueAtPointer } from '../../openapi/document/source.ts';
import type { CallResult } from './requests.ts';

type Response = Extract<CallResult, { type: 'response' }>;

interface Judgement {
  readonly violations: readonly string[];
  /** Why Prism could not judge the response. */
  readonly unjudged?: string;
}

/** Judges a response whose status is documented. */
export type Judge = (operation: Operation, response: Response) => Judgement;

/** The parts of Prism that are used, without its types: the package is optional. */
interface PrismOperation {
  readonly method: string;
  readonly path: string;
  readonly responses: readonly {
    readonly contents?: readonly { readonly mediaType: string; readonly schema?: unknown }[];
  }[];
}

interface PrismDiagnostic {
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

interface Prism {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<readonly PrismOperation[]>;
  readonly validateOutput: (input: {
    readonly resource: PrismOperation;
    readonly element: { statusCode: number; headers: Readonly<Record<string, string>>; body: unknown };
  }) => { readonly _tag: 'Right' } | { readonly _tag: 'Left'; readonly left: readonly PrismDiagnostic[] };
}

/**
 * @throws ConfigError `VIV_JUDGE_MISSING` if Prism is not installed, `VIV_DOCUMENT_UNSUPPORTED` if it cannot read the document.
 */
export const createJudge = async ({ document, operations }: Service): Promise<Judge> => {
  const prism = await loadPrism();
  const known = await readOperations(prism, document);
  const judged = new Map(operations.map((operation) => [operation, findOperation(known, operation)]));
  return (operation, response) => {
    const resource = judged.get(operation);
    if (resource === undefined) return { violations: [], unjudged: 'Prism does not know the operation' };
    return judgeResponse(prism, operation, resource, response);
  };
};

const validatorPath = '@stoplight/prism-http/dist/validator/index.js';
const operationsPath = '@stoplight/prism-http/dist/utils/operations.js';

/** The packages beside Vivarium, then those of the working directory. */
const places = (): readonly string[] => [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href];

/** @throws ConfigError `VIV_JUDGE_MISSING`. */
export const loadPrism = async (from: readonly string[] = places()): Promise<Prism> => {
  for (const place of from) {
    const { resolve } = createRequire(place);
    try {
      const [validator, operations] = await Promise.all(
        [resolve(validatorPath), resolve(operationsPath)].map((path) => import(pathToFileURL(path).href)),
      );
      return { ...operations, ...validator };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw judgeMissing(
    'verify needs Prism as the judge of the responses',
    'Install it with: npm install --save-dev @stoplight/prism-http@5',
  );
};

const readOperations = async (prism: Prism, document: JsonObject): Promise<readonly PrismOperation[]> => {
  try {
    return await prism.getHttpOperationsFromSpec(withoutBrokenReferences(document) as object);
  } catch (error) {
    throw documentUnsupported(
      `Prism cannot read the document: ${(error as Error).message}`,
      'Correct the document; `vivarium check` lists its problems.',
    );
  }
};

/** A copy, since Prism changes what it reads. It rejects a whole document for one broken reference, and would fetch a foreign one. */
const withoutBrokenReferences = (document: JsonObject): Json => {
  const isBroken = (reference: string) => {
    const pointer = pointerOf(reference);
    return pointer === undefined || valueAtPointer(document, pointer) === undefined;
  };
  const copy = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value === 'bigint') return Number(value);
    if (!isJsonObject(value)) return value;
    const { $ref: reference } = value;
    if (typeof reference === 'string' && isBroken(reference)) return {};
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, copy(child)]));
  };
  return copy(document);
};

const findOperation = (known: readonly PrismOperation[], { method, path }: Operation): PrismOperation | undefined => {
  const matching = known.filter((operation) => operation.method.toUpperCase() === method);
  const erase = (template: string) => template.replace(/[?#].*$/, '').replaceAll(/\{[^}]*\}/g, '{}');
  return (
    matching.find((operation) => operation.path === path) ??
    matching.find((operation) => erase(operation.path) === erase(path))
  );
};

const judgeResponse = (prism: Prism, operation: Operation, resource: PrismOperation, response: Response): Judgement => {
  const { status, headers, text } = response;
  const mediaType = headers['content-type'];
  // Prism throws an error for it.
  if (mediaType !== undefined && !isMediaType(mediaType))
    return { violations: [`header.content-type is not a media type: ${JSON.stringify(mediaType)}`] };
  const isJson = mediaType !== undefined && isJsonType(mediaType) && text !== '';
  const parsed = isJson ? parseJson(text) : undefined;
  if (parsed !== undefined && !parsed.ok) return { violations: [`the body is not valid JSON: ${parsed.reason}`] };
  const isMissing =
    operation.method !== 'HEAD' && text === '' && (responseFor(operation, status)?.contents.length ?? 0) > 0;
  // Prism does not notice an empty body.
  if (isMissing && mediaType !== undefined && isJsonType(mediaType)) return { violations: ['the body is missing'] };
  const other = isJson ? otherJsonType(operation, status, mediaType) : [];
  // Prism reads JSON and plain text; it would hold the text of another media type against the schema of its value.
  const isReadable = isJson || (text !== '' && mediaType?.startsWith('text/plain') === true);
  const element = { statusCode: status, headers, body: isJson ? JSON.parse(text) : isReadable ? text : undefined };
  try {
    const result = prism.validateOutput({ resource: isReadable ? resource : withoutSchemas(resource), element });
    if (result._tag === 'Right') return { violations: other };
    const found = result.left.filter(({ path }) => !isExactInteger(parsed?.value, path));
    return { violations: [...other, ...found.map((diagnostic) => describe(diagnostic, isMissing))] };
  } catch (error) {
    return { violations: [], unjudged: `Prism failed: ${(error as Error).message}` };
  }
};

/** Prism compares what follows a `+`: it takes `application/json` for `application/problem+json`. */
const otherJsonType = (operation: Operation, status: number, mediaType: string): readonly string[] => {
  const ranges = responseFor(operation, status)?.contents.map(({ range }) => range) ?? [];
  const covers = (range: string) => range.includes('*') || coversMediaType(range, essenceOf(mediaType));
  // Without a JSON type in the document, Prism has noticed it.
  if (!ranges.some(isJsonType) || ranges.some(covers)) return [];
  return [`the media type is "${mediaType}", and not ${ranges.map((range) => `"${range}"`).join(' or ')}`];
};

/** Whether a text has the syntax of RFC 9110, section 8.3.1, without the parameters. */
const isMediaType = (text: string) => /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/.test(text);

const describe = ({ message, path = [] }: PrismDiagnostic, isEmpty: boolean): string => {
  const [part, ...below] = path;
  if (part === undefined) return isEmpty ? 'the body is missing' : message;
  // `body[0].name`, in place of Prism's "Response body property 0.name".
  const place = below.map((token) =>
    /^[a-z_]\w*$/i.test(String(token)) ? `.${token}` : `[${indexOf(token) ?? JSON.stringify(token)}]`,
  );
  const subject = below.length === 0 ? 'Response body ' : `Response body property ${below.join('.')} `;
  return `${part}${place.join('')}: ${message.startsWith(subject) ? message.slice(subject.length) : message}`;
};

/** Whether an int64 is at the place: Prism reads numbers as doubles, and objects to one that it cannot represent. */
const isExactInteger = (body: Json | undefined, path: PrismDiagnostic['path']) => {
  if (body === undefined || path?.[0] !== 'body') return false;
  const value = valueAt(body, path.slice(1));
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
};

const withoutSchemas = (resource: PrismOperation): PrismOperation => ({
  ...resource,
  responses: resource.responses.map((response) => ({
    ...response,
    ...(response.contents && { contents: response.contents.map(({ mediaType }) => ({ mediaType })) }),
  })),
});
