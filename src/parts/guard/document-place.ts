/** Where a document says what a violation breaks. */
import type { Violation } from '../../core/exchange.ts';
import { coversMediaType, essenceOf } from '../../core/http/http.ts';
import {
  childOf,
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  pathTo,
  unescapePointer,
} from '../../core/primitives/json.ts';
import { followReferences } from '../../openapi/document/source.ts';

/** A value of a document, whose references are followed. */
export class DocumentedPlace {
  readonly #document: JsonObject;
  readonly value: Json;
  readonly pointer: string;

  constructor(document: JsonObject, value: Json = document, pointer = '') {
    this.#document = document;
    this.value = value;
    this.pointer = pointer;
  }

  at(...names: readonly string[]): DocumentedPlace | undefined {
    return names.reduce<DocumentedPlace | undefined>((place, name) => place?.child(name), this);
  }

  children(): readonly DocumentedPlace[] {
    return Object.keys(this.value ?? {}).flatMap((name) => this.at(name) ?? []);
  }

  /** The last name on the way to the place, after references. */
  get name(): string {
    return unescapePointer(this.pointer.slice(this.pointer.lastIndexOf('/') + 1));
  }

  child(name: string): DocumentedPlace | undefined {
    const pointer = `${this.pointer}/${escapePointer(name)}`;
    const found = followReferences(this.#document, childOf(this.value, name), pointer);
    return 'message' in found || found.value === undefined
      ? undefined
      : new DocumentedPlace(this.#document, found.value, found.pointer);
  }
}

/** Finds where a JSON Pointer of a document stands in its files. Undefined: the document was given as an object. */
export type LocateInDocument = (
  pointer: string,
) => { readonly file: string; readonly line?: number | undefined } | undefined;

/** The exchange in which a violation was found. */
export interface JudgedPlace {
  /** JSON Pointer of the operation; undefined if the request matched none. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly mediaType: string | undefined;
}

/** The nearest place that exists: a property's schema, else that of what it is in, else the operation. */
export const placeInDocument = (document: JsonObject, violation: Violation, judged: JudgedPlace): DocumentedPlace => {
  const root = new DocumentedPlace(document);
  const paths = root.at('paths') ?? root;
  if (judged.operation === undefined) return paths;
  const operation = root.at(...pathTo(judged.operation)) ?? paths;
  const { side, in: location, pointer, rule } = violation;
  const [name = '', ...rest] = pathTo(pointer);
  if (location !== 'body' && side === 'request') {
    const item = root.at(...pathTo(judged.operation).slice(0, -1));
    const named = [operation, item]
      .flatMap((owner) => owner?.at('parameters')?.children() ?? [])
      .find((parameter) => isNamed(parameter, location, name));
    if (named !== undefined) return rule === 'required' ? named : schemaAt(named.at('schema') ?? named, rest);
    if (rule === 'mediaType') return operation.at('requestBody', 'content') ?? operation;
    return operation.at('security') ?? (rule === 'required' ? root.at('security') : undefined) ?? operation;
  }
  const owner = side === 'request' ? operation.at('requestBody') : responseIn(operation, judged.status);
  if (owner === undefined) return operation.at('responses') ?? operation;
  const content = owner.at('content');
  if (location === 'header') {
    const headers = owner.at('headers')?.children() ?? [];
    return headers.find((header) => header.name.toLowerCase() === name) ?? content ?? owner;
  }
  const contents = content?.children() ?? [];
  const type = essenceOf(judged.mediaType ?? '');
  const media = contents.find((one) => coversMediaType(one.name, type)) ?? contents[0];
  return schemaAt(media?.at('schema') ?? owner, pathTo(pointer));
};

/** The media types of a response as the document names them, also those that the simulation does not serve. Without a status: of the request. */
export const mediaTypesOf = (document: JsonObject, pointer: string, status?: number): readonly string[] => {
  const operation = new DocumentedPlace(document).at(...pathTo(pointer));
  const owner = status === undefined ? operation?.at('requestBody') : responseIn(operation, status);
  return Object.keys(owner?.at('content')?.value ?? {});
};

const isNamed = ({ value }: DocumentedPlace, location: Violation['in'], name: string) =>
  isJsonObject(value) &&
  getProperty(value, 'in') === location &&
  String(getProperty(value, 'name')).toLowerCase() === name.toLowerCase();

const responseIn = (operation: DocumentedPlace | undefined, status: number): DocumentedPlace | undefined => {
  const range = `${Math.floor(status / 100)}XX`;
  return [String(status), range, range.toLowerCase(), 'default']
    .map((name) => operation?.at('responses', name))
    .find((found) => found !== undefined);
};

/** The schema of what a path leads to: through properties, items and the branches of a schema, as far as there is one. */
const schemaAt = (schema: DocumentedPlace, [token, ...rest]: readonly string[]): DocumentedPlace => {
  const next = token === undefined ? undefined : childSchema(schema, token, 0);
  return next === undefined ? schema : schemaAt(next, rest);
};

const branches = ['allOf', 'anyOf', 'oneOf'] as const;

/** Schemas that contain themselves end after so many branches. */
const maxDepth = 12;

const childSchema = (schema: DocumentedPlace, token: string, depth: number): DocumentedPlace | undefined => {
  if (depth > maxDepth) return undefined;
  const own = schema.at('properties', token) ?? (/^\d+$/.test(token) ? schema.at('items') : undefined);
  if (own !== undefined) return own;
  for (const branch of branches.flatMap((keyword) => schema.at(keyword)?.children() ?? [])) {
    const found = childSchema(branch, token, depth + 1);
    if (found !== undefined) return found;
  }
  const others = schema.at('additionalProperties');
  return others !== undefined && isJsonObject(others.value) ? others : undefined;
};
