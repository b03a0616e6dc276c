/** What the clients sent, and one exchange of it with advice. */
import { z } from 'zod';
import { safeMethods } from '../../../core/http/http.ts';
import { callRejected } from '../../../core/primitives/config-error.ts';
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import {
  type AgentTarget,
  allWorlds,
  apiPath,
  callJson,
  changesNotAllowed,
  defineTool,
  type List,
  limitArgument,
  operationArgument,
  type ToolResult,
  text,
  worldArgument,
  worldOrAllArgument,
} from './tool.ts';

const violation = z.looseObject({
  side: z.string().describe('request or response: who broke the document.'),
  in: z.string(),
  pointer: z.string(),
  rule: z.string(),
  message: z.string(),
});

const summaryShape = {
  id: z.int().describe('The argument `exchange` of explain_exchange.'),
  world: z.string(),
  operation: z.string().nullable().describe('Null: the request matched no operation.'),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.int().describe('As decided, also if a fault lost the response.'),
  violations: z.array(violation).describe('Where the request or the response breaks the document.'),
  faults: z.array(z.looseObject({ name: z.string(), effect: z.string() })).describe('The faults that shaped it.'),
};

const message = z.looseObject({ headers: z.record(z.string(), z.string()), body: z.unknown().optional() });

const exchangeShape = {
  ...summaryShape,
  request: message,
  response: message,
  why: z.array(z.string()).describe('The decisions that led to the response, in their order.'),
};

type ExchangeRow = z.output<z.ZodObject<typeof exchangeShape>>;

const exchangeResult = (exchange: ExchangeRow, target: AgentTarget): ToolResult => ({
  content: exchange as unknown as JsonObject,
  next: adviseOn(exchange, target),
});

const adviseOn = (exchange: ExchangeRow, { allowsChanges }: AgentTarget): string => {
  const { operation, status, violations, faults, why } = exchange;
  const ofRequest = violations.filter(({ side }) => side === 'request');
  const advice: string[] = [];
  if (faults.length > 0) {
    const names = faults.map(({ name }) => name);
    const off = allowsChanges
      ? `set_fault with enabled false switches a fault of the world off`
      : `vivarium fault ${names[0]} off switches a fault of the world off`;
    advice.push(`The response was shaped by the fault ${names.join(', ')}, not by the request alone; ${off}.`);
  }
  if (operation === null)
    advice.push(
      'No operation has this method and path: describe_service lists the operations, whose paths are below the base URL of the service.',
    );
  else if (ofRequest.length > 0)
    advice.push(
      `The request breaks the document: ${ofRequest.map(({ message }) => message).join('; ')}. Correct the client; explain_operation ${operation} shows a valid request.`,
    );
  else if (status === 401 || (status === 403 && why.includes('credential: rejected')))
    advice.push('The credential is missing or rejected: the response and `why` say what is expected.');
  else if (status === 404 && faults.length === 0)
    advice.push('The item does not exist: list_items shows those of the collection.');
  else if (status >= 500 && faults.length === 0)
    advice.push('`why` says why the simulation could not serve it; explain_operation shows what the document says.');
  if (violations.length > ofRequest.length)
    advice.push('The response breaks the document, as `violations` says: with a fault, that is its purpose.');
  return advice.length === 0 ? 'The request keeps the document. list_exchanges shows others.' : advice.join(' ');
};

const requestPath = 'a path that begins with /, without a world, which the argument `world` names';

export const listExchanges = defineTool({
  name: 'list_exchanges',
  title: 'List exchanges',
  description:
    'The requests that a world received and the statuses of their responses, newest first. Filter by operation, method, path, status (400 or 4xx), violations (whether they break the document) or fault.',
  input: {
    world: worldOrAllArgument,
    operation: operationArgument.optional(),
    method: text('an HTTP method').optional(),
    path: text('a path; * stands for anything')
      .optional()
      .describe('As sent, with the base path; * stands for anything.'),
    status: z
      .union([z.int(), z.string()], { error: 'a status such as 404, or a class such as 4xx' })
      .optional()
      .describe('A status such as 404, or a class such as 4xx.'),
    violations: z.boolean({ error: 'true or false' }).optional().describe('true: only those that break the document.'),
    fault: text('the name of a fault').optional().describe('Only those that this fault shaped.'),
    since: z.int({ error: 'the id of an exchange' }).optional().describe('Only those after this exchange.'),
    limit: limitArgument(20),
  },
  output: { exchanges: z.array(z.looseObject(summaryShape)), total: z.int().describe('The number of all that match.') },
  run: async ({ world, ...filter }, target) => {
    const path = world === allWorlds ? apiPath(['exchanges'], filter) : apiPath(['worlds', world, 'exchanges'], filter);
    const { items, total } = await callJson<List>(target, { path });
    const none =
      'No request matches. describe_service shows the address for clients, and how many exchanges each world has.';
    return {
      content: { exchanges: items, total },
      rows: {
        name: 'exchanges',
        offset: 0,
        total,
        more: () => 'Filter them, or raise limit, to see others.',
      },
      next: total === 0 ? none : 'explain_exchange shows one of them in full: its bodies, and why it got its response.',
    };
  },
});

export const explainExchange = defineTool({
  name: 'explain_exchange',
  title: 'Explain an exchange',
  description:
    'One request and its response in full: why the response came (every decision), and what in the request or the response breaks the document.',
  input: {
    world: worldArgument,
    exchange: z
      .int({ error: 'the id of an exchange: a whole number' })
      .min(1, { error: 'the id of an exchange: a whole number' })
      .describe('The `id` of an exchange; clients see it in the response header Vivarium-Exchange.'),
  },
  output: exchangeShape,
  run: async ({ world, exchange }, target) => {
    const path = apiPath(['worlds', world, 'exchanges', String(exchange)]);
    return exchangeResult(await callJson<ExchangeRow>(target, { path }), target);
  },
});

export const sendRequest = defineTool({
  name: 'send_request',
  title: 'Send a request',
  description:
    'Sends a request to the simulated service and returns the exchange with the reasons. It is never forwarded to a real service, never delayed, and left out of coverage and gate. Without changes allowed, only GET, HEAD and OPTIONS, which then change nothing.',
  input: {
    world: worldArgument,
    method: text('an HTTP method').toUpperCase().default('GET'),
    path: text(requestPath)
      .refine((path) => path.startsWith('/') && !path.startsWith('/~'), { error: requestPath })
      .describe('With the base path and the query: /v1/orders?limit=2.'),
    headers: z
      .record(z.string(), z.string({ error: 'a text' }), { error: 'an object with the values of headers' })
      .default({})
      .describe('Such as {"authorization": "Bearer demo"}.'),
    body: z
      .unknown()
      .optional()
      .describe('An object is sent as JSON; a text is sent as it is. The Content-Type is application/json by default.'),
  },
  output: exchangeShape,
  run: async ({ world, method, path, headers, body }, target) => {
    if (!target.allowsChanges && !safeMethods.includes(method))
      throw callRejected(changesNotAllowed(`${method} may change the world`));
    const sent = await callJson<ExchangeRow>(target, {
      method: 'POST',
      path: apiPath(['worlds', world, 'requests']),
      body: { method, path, headers, ...(body !== undefined && { body: body as Json }), changes: target.allowsChanges },
    });
    return exchangeResult(sent, target);
  },
});
