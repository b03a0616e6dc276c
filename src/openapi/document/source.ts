/** An OpenAPI document during compilation: follows references and collects problems. */

import { documentUnsupported } from '../../core/primitives/config-error.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  pathTo,
  valueAt,
} from '../../core/primitives/json.ts';
import type { DocumentProblem, DocumentProblemCode } from '../../core/service/service.ts';

export interface Source {
  readonly document: JsonObject;
  /** Schemas of OpenAPI 3.0 have their own dialect. Since 3.1 they are JSON Schema 2020-12. */
  readonly isOpenApi30: boolean;
  /** Grows during compilation, and later when a part that is compiled on first use has a problem. */
  readonly problems: readonly DocumentProblem[];
  /** The same problem is listed once. */
  readonly report: (pointer: string, message: string, code?: DocumentProblemCode) => void;
  /** The value at the end of a chain of references, or the reason why it cannot be resolved. */
  readonly follow: (value: Json | undefined, pointer: string) => Followed;
  /** Follows `$ref`s. A reference that cannot be resolved is reported; the result is undefined. */
  readonly resolve: (value: Json | undefined, pointer: string) => Located | undefined;
}

export interface Located<Value extends Json = JsonObject> {
  readonly value: Value;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

/** To locate a problem, the linter compares the names of all objects around it. */
export const maxProblems = 5000;
/** A document that is nested as deeply is rejected, or its deeper parts are: what walks it has an end. */
export const maxDocumentDepth = 250;
/** Aliases, and references that their targets replace, stay far below this limit: each node takes at least one character. */
const maxNodesPerCharacter = 4;
const manyNodes = 100_000;
export const maxNodesIn = (characters: number): number => maxNodesPerCharacter * characters + manyNodes;
/** The length of a chain of references: more is never meant. */
export const maxHops = 50;

/** How a document of another format was converted. Problems are reported in its terms. */
export interface DocumentConversion {
  /** The JSON Pointer into the document as it was written. */
  readonly sourceOf: (pointer: string) => string;
  /** What OpenAPI 3 cannot express. */
  readonly problems: readonly DocumentProblem[];
}

/** `broken`: reasons why references cannot be resolved, by JSON Pointer into the source, if the loader knows them. */
export const createSource = (
  document: JsonObject,
  broken: ReadonlyMap<string, string> = new Map(),
  { sourceOf, problems: known }: DocumentConversion = unconverted,
): Source => {
  const isOpenApi30 = dialectOf(document) === '3.0';
  const problems: DocumentProblem[] = [...known];
  const seen = new Set<string>();
  const report: Source['report'] = (at, message, code = 'VIV_DOCUMENT_PART_UNUSABLE') => {
    const pointer = sourceOf(at);
    const key = `${pointer} ${message}`;
    if (seen.has(key) || problems.length >= maxProblems) return;
    seen.add(key);
    problems.push({ code, pointer, message });
  };
  const follow = createFollow(document);
  return {
    document,
    isOpenApi30,
    problems,
    report,
    follow,
    resolve: (value, pointer) => {
      const found = follow(value, pointer);
      if ('message' in found) {
        const message = broken.get(sourceOf(found.pointer)) ?? found.message;
        report(found.pointer, message, 'VIV_REFERENCE_UNRESOLVED');
        return undefined;
      }
      if (isJsonObject(found.value)) return { value: found.value, pointer: found.pointer };
      if (found.value !== undefined) report(found.pointer, 'must be an object');
      return undefined;
    },
  };
};

const unconverted: DocumentConversion = { sourceOf: (pointer) => pointer, problems: [] };

type Followed =
  | { readonly value: Json | undefined; readonly pointer: string }
  | { readonly message: string; readonly pointer: string };

/** Follows each reference once. */
export const createFollow = (document: JsonObject): Source['follow'] => {
  const targets = new Map<string, Followed>();
  return (value, pointer) => {
    const reference = isJsonObject(value) ? stringIn(value, '$ref') : undefined;
    if (reference === undefined) return { value, pointer };
    const known = targets.get(reference);
    if (known !== undefined) return known;
    const found = followReferences(document, value, pointer);
    // Where a failure is depends on where the reference is.
    if ('value' in found) targets.set(reference, found);
    return found;
  };
};

export const followReferences = (document: JsonObject, value: Json | undefined, pointer: string): Followed => {
  let [current, at] = [value, pointer];
  const passed: string[] = [];
  while (isJsonObject(current)) {
    const reference = stringIn(current, '$ref');
    if (reference === undefined) break;
    const fail = (reason: string): Followed => ({ pointer: at, message: `"${reference}" ${reason}` });
    if (passed.includes(at)) return fail('refers to itself');
    if (passed.length === maxHops) return fail(`leads through more than ${maxHops} references`);
    passed.push(at);
    const target = pointerOf(reference);
    if (target === undefined) return fail('is in another file. Load the document from its file, or bundle it first');
    current = valueAtPointer(document, target);
    if (current === undefined) return fail('does not exist');
    at = target;
  }
  return { value: current, pointer: at };
};

/** The JSON Pointer of `#/components/...`. Undefined for a reference to another document and for an anchor. */
export const pointerOf = (reference: string): string | undefined => {
  if (reference === '#') return '';
  if (!reference.startsWith('#/')) return undefined;
  const pointer = reference.slice(1);
  if (!pointer.includes('%')) return pointer;
  try {
    // An encoded slash is a part of a name.
    return decodeURIComponent(pointer.replace(/%2f/gi, '~1'));
  } catch {
    return pointer;
  }
};

export const valueAtPointer = (document: Json, pointer: string): Json | undefined => valueAt(document, pathTo(pointer));

const supported = 'Supported: OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0.';

/** Whether a document is of Swagger 2.0, which is converted while it is loaded. An unquoted `swagger: 2.0` is a number in YAML. */
export const isSwagger2 = (document: Json | undefined): boolean =>
  isJsonObject(document) && /^2(\.0)?(\.\d+)?$/.test(String(getProperty(document, 'swagger')));

/** `3.0`, `3.1` or `3.2`. @throws ConfigError for anything else. */
export const dialectOf = (document: Json | undefined): string => {
  if (!isJsonObject(document))
    throw documentUnsupported('this is not an OpenAPI document: it must be an object with the property "openapi"');
  const swagger = getProperty(document, 'swagger');
  if (swagger !== undefined) throw documentUnsupported(`Swagger ${String(swagger)} is not supported. ${supported}`);
  const version = getProperty(document, 'openapi');
  if (version === undefined) throw documentUnsupported('this is not an OpenAPI document: it has no property "openapi"');
  // An unquoted `openapi: 3.1` is a number in YAML, and 3.0 is 3.
  const text = version === 3 ? '3.0' : String(version).trim();
  const dialect = /^(3\.[012])(\.\d+.*)?$/.exec(text)?.[1];
  if (dialect === undefined)
    throw documentUnsupported(`OpenAPI version "${String(version)}" is not supported. ${supported}`);
  return dialect;
};

export const objectIn = (value: JsonObject | undefined, name: string): JsonObject | undefined => {
  const property = value && getProperty(value, name);
  return isJsonObject(property) ? property : undefined;
};

export const stringIn = (value: JsonObject | undefined, name: string): string | undefined => {
  const property = value && getProperty(value, name);
  return typeof property === 'string' ? property : undefined;
};

export const listIn = (value: JsonObject | undefined, name: string): readonly Json[] => {
  const property = value && getProperty(value, name);
  return Array.isArray(property) ? (property as readonly Json[]) : [];
};

export const entriesAt = (value: Json | undefined, pointer: string): readonly (readonly [string, Json, string])[] =>
  isJsonObject(value)
    ? Object.entries(value).map(([name, property]) => [name, property, `${pointer}/${escapePointer(name)}`])
    : [];
