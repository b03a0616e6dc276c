/** The successes and redirects of an operation. */
import type { Json, JsonObject } from '../../../../core/primitives/json.ts';
import { headerFact } from '../../../../openapi/resources/describe/paging-names.ts';
import type { SchemaOptions } from '../bodies/draft-schema.ts';
import { writeContent } from '../bodies/write-contents.ts';
import { sentence, singularWords } from '../paths/path-words.ts';
import { nounOf } from '../paths/paths.ts';
import { isAccepted } from '../paths/recorded.ts';
import { headerName } from './header-name.ts';
import type { PathKind } from './operation-names.ts';
import type { DraftOperation } from './operations.ts';

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

export const successesOf = (
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
