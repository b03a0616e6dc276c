/** Requests that no client sends, but a user of the control API: to see what a world responds, and why. */
import { z } from 'zod';
import { type HttpRequest, headerOf, type RequestHeaders, safeMethods } from '../../../core/http/http.ts';
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
  type Read,
  type Route,
  type RouteHandler,
  readBody,
  reject,
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

const readSent = (
  call: ControlRequest,
  world: World,
): Read<{ readonly request: HttpRequest; readonly changes: boolean }> => {
  const read = readBody(call, sentRequest, 'the request');
  if (!read.ok) return read;
  const { method, path: target, headers: fields, body, changes } = read.value;
  if (!changes && !safeMethods.includes(method)) {
    const detail = `Without changes, only ${safeMethods.join(', ')} may be sent, not ${method}.`;
    return reject(problem(400, detail));
  }
  const { path, query } = splitTarget(target);
  const { host, protocol } = new URL(call.base);
  const text = body === undefined || typeof body === 'string' ? body : stringifyJson(body);
  const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const headers: RequestHeaders = {
    host,
    ...(text !== undefined && headerOf(named, 'content-type') === undefined && { 'content-type': 'application/json' }),
    ...named,
  };
  const request = {
    method,
    path,
    query,
    headers,
    body: toRequestBody(text, call.context.maxBodyBytes),
    pathPrefix: world.name === defaultWorldName ? '' : `/~${world.name}`,
    isEncrypted: protocol === 'https:',
  };
  return { ok: true, value: { request, changes } };
};

/** The request is never forwarded, and is no evidence about the clients. Nobody waits for the response: it is neither delayed nor lost. */
const sendRequest = onWorld((call, world) => {
  const sent = readSent(call, world);
  if (!sent.ok) return sent.response;
  const { request, changes } = sent.value;
  return showSent(call, world, world.probe(request, { keepsChanges: changes }));
});

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

const openAndSend = opening(sendRequest);

/** Sends a request. One without changes opens no world. */
const postRequest: RouteHandler = (call) => {
  const read = readBody(call, sentRequest, 'the request');
  return read.ok && !read.value.changes ? sendRequest(call) : openAndSend(call);
};

export const requestRoutes: readonly Route[] = [{ path: '/worlds/:world/requests', methods: { POST: postRequest } }];
