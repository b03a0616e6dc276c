/** An operation as the document has it. */

import { decodePercent } from '../../../../core/http/http.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import { headerFact } from '../../../../openapi/resources/describe/paging-names.ts';
import type { ComponentNames, SchemaOptions } from '../bodies/draft-schema.ts';
import { writeContent } from '../bodies/write-contents.ts';
import { camelCase, sentence, singularWords, UniqueNames } from '../paths/path-words.ts';
import { isParameter, nounOf } from '../paths/paths.ts';
import { isAccepted, type Recorded, responseJson } from '../paths/recorded.ts';
import { sentParameters } from './draft-parameters.ts';
import { headerName, type Security } from './draft-security.ts';
import type { Errors } from './errors.ts';
import { operationIdFrom, operationWords, type PathKind, summaryOf, titleIn } from './operation-names.ts';
import type { DraftOperation } from './operations.ts';

export interface Shared {
  readonly kinds: ReadonlyMap<string, PathKind>;
  readonly references: ComponentNames;
  readonly errors: Errors;
  readonly security: Security;
  readonly tags: ReadonlyMap<DraftOperation, string>;
}

/** Each operation is written once: its name is then taken. */
export const createOperationWriter = ({ kinds, references, errors, security, tags }: Shared) => {
  const used = new UniqueNames();
  const options: SchemaOptions = { references };
  // The values that a client has sent are not all that it may send.
  const sentOptions: SchemaOptions = { references, enums: () => undefined };
  return (operation: DraftOperation): JsonObject => {
    const { at, requests, sent } = operation;
    const kind = kinds.get(at.path) ?? 'other';
    const words = operationWords(operation, kind);
    const description = requests.find(({ seen }) => seen.description !== undefined)?.seen.description;
    const parameters = sentParameters(operation);
    const content = writeContent(sent, sentOptions, { withExamples: true });
    const own = security.of(operation);
    const tag = tags.get(operation);
    const stated = statedCollection(operation, kinds);
    return {
      operationId: operationIdFrom(words, at.segments, used),
      summary: titleIn(operation) ?? summaryOf(words, kind),
      ...(description !== undefined && { description }),
      ...(tag !== undefined && { tags: [tag] }),
      ...(own !== undefined && { security: own }),
      ...(stated !== undefined && { 'x-vivarium': stated }),
      ...(parameters.length > 0 && { parameters }),
      ...(content !== undefined && { requestBody: { ...(isAlways(operation) && { required: true }), content } }),
      responses: { ...successesOf(operation, kind, options), ...errors.of(operation) },
    };
  };
};

const isAlways = ({ exemplary }: DraftOperation): boolean =>
  exemplary.every(({ seen }) => seen.body !== undefined && seen.isBodyPart !== true);

/** The `x-vivarium` of the operation; undefined: there is a list, or not every example shows the id of its path. */
const statedCollection = (
  { at, method, requests }: DraftOperation,
  kinds: ReadonlyMap<string, PathKind>,
): JsonObject | undefined => {
  const { segments } = at;
  const parent = at.path.replace(/\/\{[^{}]*\}\/?$/, '');
  const isAlone = isParameter(segments.at(-1)) && segments.filter(isParameter).length === 1 && !kinds.has(parent);
  const shown = requests.filter(({ status }) => status === 200);
  if (method !== 'GET' || !isAlone || shown.length === 0 || !requests.every(({ seen }) => seen.isExample === true))
    return undefined;
  const id = idProperty(shown);
  const collection = camelCase(nounOf(segments));
  return id === undefined || collection === '' ? undefined : { collection, ...(id !== 'id' && { id }) };
};

const idProperty = (requests: readonly Recorded[]): string | undefined => {
  const pairs = requests.map((one) => [responseJson(one), decodePercent(one.segments.at(-1) ?? '')] as const);
  const isId = (name: string): boolean =>
    pairs.every(([item, value]) => isJsonObject(item ?? null) && idIn(item, name) === value);
  const [first] = pairs[0] ?? [];
  const names = isJsonObject(first ?? null) ? Object.keys(first as JsonObject) : [];
  return ['id', ...names].find(isId);
};

const idIn = (item: Json | undefined, name: string): string | undefined =>
  idText(getProperty(item as JsonObject, name));

const phrases: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [204, 'No content'],
  [206, 'A part'],
  [301, 'Moved permanently'],
  [302, 'Found elsewhere'],
  [303, 'See the other address'],
  [307, 'Temporarily elsewhere'],
  [308, 'Permanently elsewhere'],
]);

/** The successes and redirects of an operation. */
const successesOf = (
  operation: DraftOperation,
  kind: PathKind,
  options: SchemaOptions,
): Readonly<Record<string, JsonObject>> => {
  const responses: Record<string, JsonObject> = {};
  for (const [status, contents] of operation.responses) {
    const content = writeContent(contents, options);
    const headers = headersOf(operation, status, kind);
    responses[status] = {
      description: `${descriptionOf(operation, status, kind)}.`,
      ...(headers !== undefined && { headers }),
      ...(content !== undefined && { content }),
    };
  }
  // Only its request is known. A document needs a response, and none is claimed.
  if (operation.responses.size === 0 && operation.errors.length === 0)
    responses.default = { description: 'None was recorded.' };
  return responses;
};

const descriptionOf = ({ at, method }: DraftOperation, status: number, kind: PathKind): string => {
  const words = nounOf(at.segments);
  const phrase = phrases.get(status) ?? 'A success';
  if (status > 204 || status === 202 || kind === 'other' || words.length === 0) return phrase;
  if (method === 'GET') return sentence(['the', ...(kind === 'collection' ? words : singularWords(words))]);
  return done.get(method) ?? phrase;
};

const done: ReadonlyMap<string, string> = new Map([
  ['POST', 'Created'],
  ['PUT', 'Replaced'],
  ['PATCH', 'Updated'],
  ['DELETE', 'Deleted'],
]);

/** Where something is, and where a list goes on: other headers are those of the server, and not of the operation. */
const headersOf = ({ requests }: DraftOperation, status: number, kind: PathKind): JsonObject | undefined => {
  const found = new Map<string, boolean>();
  for (const request of requests) {
    if (request.status !== status || !isAccepted(request)) continue;
    for (const [name, value] of request.seen.response?.headers ?? [])
      if (name === 'location' || (kind === 'collection' && headerFact(name) !== undefined))
        found.set(name, (found.get(name) ?? true) && /^\d{1,15}$/.test(value));
  }
  if (found.size === 0) return undefined;
  const headers: Record<string, Json> = {};
  for (const [name, isNumber] of found)
    headers[headerName(name)] = { schema: { type: isNumber ? 'integer' : 'string' } };
  return headers;
};
