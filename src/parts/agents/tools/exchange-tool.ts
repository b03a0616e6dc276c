/** One exchange as a result, with advice. */
import { z } from 'zod';
import { getProperty, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { objectsOf, textProperty } from './read-json.ts';
import type { AgentTarget, ToolResult } from './tool.ts';

const violation = z.looseObject({
  side: z.string().describe('request or response: who broke the document.'),
  in: z.string(),
  pointer: z.string(),
  rule: z.string(),
  message: z.string(),
});

export const summaryShape = {
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

export const exchangeShape = {
  ...summaryShape,
  request: message,
  response: message,
  why: z.array(z.string()).describe('The decisions that led to the response, in their order.'),
};

export const exchangeResult = (exchange: JsonObject, target: AgentTarget): ToolResult => ({
  content: exchange,
  next: adviseOn(exchange, target),
});

const adviseOn = (exchange: JsonObject, { allowsChanges }: AgentTarget): string => {
  const operation = textProperty(exchange, 'operation');
  const status = Number(getProperty(exchange, 'status'));
  const violations = objectsOf(exchange, 'violations');
  const ofRequest = violations.filter((one) => textProperty(one, 'side') === 'request');
  const faults = objectsOf(exchange, 'faults').flatMap((one) => textProperty(one, 'name') ?? []);
  const advice: string[] = [];
  if (faults.length > 0) {
    const names = faults.join(', ');
    const off = allowsChanges
      ? `set_fault with enabled false switches a fault of the world off`
      : `vivarium fault ${faults[0]} off switches a fault of the world off`;
    advice.push(`The response was shaped by the fault ${names}, not by the request alone; ${off}.`);
  }
  if (operation === undefined)
    advice.push(
      'No operation has this method and path: describe_service lists the operations, whose paths are below the base URL of the service.',
    );
  else if (ofRequest.length > 0)
    advice.push(
      `The request breaks the document: ${ofRequest.map((one) => textProperty(one, 'message')).join('; ')}. Correct the client; explain_operation ${operation} shows a valid request.`,
    );
  else if (status === 401 || (status === 403 && isRejected(exchange)))
    advice.push('The credential is missing or rejected: the response and `why` say what is expected.');
  else if (status === 404 && faults.length === 0)
    advice.push('The item does not exist: list_items shows those of the collection.');
  else if (status >= 500 && faults.length === 0)
    advice.push('`why` says why the simulation could not serve it; explain_operation shows what the document says.');
  if (violations.length > ofRequest.length)
    advice.push('The response breaks the document, as `violations` says: with a fault, that is its purpose.');
  return advice.length === 0 ? 'The request keeps the document. list_exchanges shows others.' : advice.join(' ');
};

const isRejected = (exchange: JsonObject): boolean =>
  (getProperty(exchange, 'why') as readonly Json[] | undefined)?.includes('credential: rejected') === true;
