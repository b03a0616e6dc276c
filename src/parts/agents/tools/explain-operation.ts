/** What the document says about an operation, and what the simulation does with it. */
import { z } from 'zod';
import { callRejected } from '../../../core/primitives/config-error.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  pathTo,
  valueAt,
} from '../../../core/primitives/json.ts';
import type { OperationRow } from './describe-service.ts';
import { maxResultLength } from './shorten.ts';
import {
  apiPath,
  callJson,
  defineTool,
  type List,
  objectOf,
  operationArgument,
  withProperties,
  worldArgument,
} from './tool.ts';

export const explainOperation = defineTool({
  name: 'explain_operation',
  title: 'Explain an operation',
  description:
    'One operation: a valid request to send, its parameters, body and statuses as the document has them, the collection that it works on and why, and the faults that are on for it in the world.',
  input: { world: worldArgument, operation: operationArgument },
  output: {
    operation: z.string(),
    method: z.string(),
    path: z.string(),
    collection: z.string().nullable(),
    action: z.string().nullable(),
    reason: z.string().describe('Why it works on this collection, or on none.'),
    request: z
      .looseObject({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.string()) })
      .describe('A valid request without a credential: the arguments of send_request.'),
    security: z.array(z.looseObject({})).describe('The credentials that it takes: one of these.'),
    parameters: z.array(z.looseObject({})),
    requestBody: z.looseObject({}),
    responses: z.array(z.looseObject({ status: z.string() })),
    faults: z.array(z.looseObject({ name: z.string() })).describe('Those that are on and may affect it.'),
  },
  run: async ({ world, operation }, target) => {
    // It also knows the names of operations of several services, and suggests similar ones.
    const request = await callJson(target, { path: apiPath(['service', 'operations', operation, 'request']) });
    const [{ operations }, faults] = await Promise.all([
      callJson<{ readonly operations: readonly OperationRow[] }>(target, { path: '/service' }),
      callJson<List<FaultRow>>(target, { path: apiPath(['worlds', world, 'faults']) }),
    ]);
    // `listOrders` for `shop.listOrders`: the control API has found that it is the only one.
    const row =
      operations.find((one) => one.operation === operation) ??
      operations.find((one) => one.operation.endsWith(`.${operation}`));
    if (row === undefined) throw callRejected(`the document was read again, and has no operation ${operation}`);
    const document = await callJson(target, { path: apiPath(['services', row.service ?? '', 'openapi.json']) });
    return {
      content: {
        ...withProperties(row, ['operation', 'method', 'path', 'collection', 'action', 'reason']),
        ...(row.deprecated && withProperties(row, ['deprecated', 'sunset'])),
        request,
        ...describe(document, row),
        faults: faults.items.filter((fault) => affects(fault, operation)) as unknown as Json,
      },
      next: 'send_request sends the request; add a credential to its headers if `security` asks for one.',
    };
  },
});

interface FaultRow {
  readonly enabled: boolean;
  readonly on?: { readonly operation?: string | readonly string[] };
}

const affects = ({ enabled, on }: FaultRow, operation: string) =>
  enabled && (on?.operation === undefined || [on.operation].flat().includes(operation));

const describe = (document: JsonObject, { path, method }: OperationRow) => {
  const item = objectOf(getProperty(objectOf(getProperty(document, 'paths')), path));
  const declared = objectOf(getProperty(item, method.toLowerCase()));
  const inline = createInline(document);
  const resolve = (value: Json | undefined): Json => inline(value ?? null);
  const parameters = [item, declared].flatMap((one) => {
    const list = getProperty(one, 'parameters');
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  });
  const responses = Object.entries(objectOf(getProperty(declared, 'responses')));
  const security = getProperty(declared, 'security') ?? getProperty(document, 'security') ?? [];
  return {
    ...withProperties(declared, ['summary', 'description']),
    security: (Array.isArray(security) ? (security as readonly Json[]) : []).filter(isJsonObject),
    parameters: parameters.map(resolve).filter(isJsonObject),
    requestBody: objectOf(resolve(getProperty(declared, 'requestBody'))),
    responses: responses.map(([status, response]) => ({ status, ...objectOf(resolve(response)) })),
  };
};

/** Deeper references stay: a schema may refer to itself. */
const maxReferences = 3;

/** Replaces references in values by what they refer to, as long as the result of the tool has room for it. */
const createInline = (document: JsonObject): ((value: Json) => Json) => {
  let room = maxResultLength;
  const inline = (value: Json, depth: number): Json => {
    room--;
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => inline(one, depth));
    if (!isJsonObject(value)) return value;
    const reference = getProperty(value, '$ref');
    if (typeof reference !== 'string')
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inline(one, depth)]));
    const isFollowed = depth < maxReferences && room > 0 && reference.startsWith('#/');
    const target = isFollowed ? valueAt(document, pathTo(decodeURI(reference))) : undefined;
    if (target === undefined || !isJsonObject(target)) return value;
    const { $ref: _, ...beside } = value;
    return { ...objectOf(inline(target, depth + 1)), ...beside };
  };
  return (value) => inline(value, 0);
};
