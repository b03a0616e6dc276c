/** Requests that no client sends, but a user of the control API: to see what a world responds, and why. */
import { z } from 'zod';
import { type HttpRequest, safeMethods } from '../../../core/http/http.ts';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import { viewExchange } from '../../../world/evidence/view-exchange.ts';
import { toRequestBody } from '../../../world/fetch.ts';
import type { HandledRequest, World } from '../../../world/world.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import { splitTarget } from '../../edge/read-request.ts';
import {
  type ControlRequest,
  type ControlResponse,
  ok,
  onWorld,
  opening,
  problem,
  type Route,
  type RouteHandler,
  readBody,
} from '../request/control-call.ts';
import { httpMethod, object } from '../request/control-schemas.ts';

export const sentRequest = object({
  method: httpMethod.default('GET'),
  path: z
    .string({ error: 'a path that begins with /' })
    .regex(/^\/(?!~)[^\s#]*$/, { error: 'a path that begins with / and has no world: the URL names it' }),
  headers: z
    .record(z.string(), z.string({ error: 'a text' }), { error: 'an object with the values of headers' })
    .default({}),
  /** A text is sent as it is, any other value as JSON. */
  body: z.custom<Json>().optional(),
  changes: z.boolean({ error: 'true or false' }).default(true),
});

const toRequest = (
  call: ControlRequest,
  world: World,
  { method, path: target, headers: fields, body }: z.output<typeof sentRequest>,
): HttpRequest => {
  const { path, query } = splitTarget(target);
  const { host, protocol } = new URL(call.base);
  const text = body === undefined || typeof body === 'string' ? body : stringifyJson(body);
  const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const type = text !== undefined && named['content-type'] === undefined && { 'content-type': 'application/json' };
  return {
    ...{ method, path, query },
    headers: { host, ...type, ...named },
    body: toRequestBody(text, call.context.maxBodyBytes),
    pathPrefix: world.name === defaultWorldName ? '' : `/~${world.name}`,
    isEncrypted: protocol === 'https:',
  };
};

/** Shows an exchange that the control API has sent. */
export const showSent = (
  { context }: ControlRequest,
  world: World,
  { exchange, error }: Pick<HandledRequest, 'exchange' | 'error'>,
): ControlResponse => {
  world.whenCertain(() => {
    if (error !== undefined) context.logger.error(`Internal error in exchange ${exchange.id}, sent from here.`, error);
    context.worlds.announce(exchange);
  });
  return ok(viewExchange(exchange, context.redactFor(world.decisions.service)));
};

/**
 * Sends a request. It is never forwarded, and is no evidence about the clients. Nobody waits for the response: it is neither delayed nor lost.
 * One without changes opens no world.
 */
const postRequest: RouteHandler = (call) => {
  const sent = readBody(call, sentRequest, 'the request');
  const { method, changes } = sent;
  if (!changes && !safeMethods.includes(method))
    return problem(400, `Without changes, only ${safeMethods.join(', ')} may be sent, not ${method}.`);
  const send = onWorld((_call, world) =>
    showSent(call, world, world.probe(toRequest(call, world, sent), { keepsChanges: changes })),
  );
  return (changes ? opening(send) : send)(call);
};

export const requestRoutes: readonly Route[] = [{ path: '/worlds/:world/requests', methods: { POST: postRequest } }];
