/** One call of the control API: what was sent, read and checked. */
import type { z } from 'zod';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { isJsonObject, type Json, parseJson } from '../../../core/primitives/json.ts';
import { explainIssues } from '../../../scenario/document/explain-issues.ts';
import type { World } from '../../../world/world.ts';
import { isWorldName } from '../../../world/world-name.ts';
import type { ServerContext } from '../../edge/context.ts';
import { badRequest, type ControlResponse, problem, quote, unknownName } from './control-response.ts';

export interface ControlRequest {
  readonly context: ServerContext;
  /** The names in the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The last segment of the path as it was sent. */
  readonly lastSegment: string;
  readonly query: URLSearchParams;
  /** The first of these media types that suits the caller best. */
  readonly preferred: <Type extends string>(types: readonly Type[]) => Type | undefined;
  /** Where an event stream was broken off: the header of that name. */
  readonly lastEventId: string | undefined;
  /** Undefined: none was sent. */
  readonly body: string | Uint8Array | undefined;
}

export type Handler = (call: ControlRequest) => ControlResponse | Promise<ControlResponse>;

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly answer: ControlResponse };

const refuse = (answer: ControlResponse): { readonly ok: false; readonly answer: ControlResponse } => ({
  ok: false,
  answer,
});

/** A handler that is given its query parameters, checked. */
export const withQuery =
  <Schema extends z.ZodObject>(
    schema: Schema,
    handle: (call: ControlRequest, query: z.output<Schema>) => ControlResponse | Promise<ControlResponse>,
  ): Handler =>
  (call) => {
    const query = readQuery(call.query, schema);
    return query.ok ? handle(call, query.value) : query.answer;
  };

/** A handler that is given the open world that the path names, and its query parameters. */
export const inWorld = <Schema extends z.ZodObject>(
  schema: Schema,
  handle: (call: ControlRequest, world: World, query: z.output<Schema>) => ControlResponse | Promise<ControlResponse>,
): Handler =>
  withQuery(schema, async (call, query) => {
    await whenReady(call.context);
    const world = call.context.worlds.get(nameIn(call, 'world'));
    return world === undefined ? unknownWorld(call) : handle(call, world, query);
  });

/** Checks and generators are there, and `default` is open. Not asked again: who deleted `default` does not get it back. */
export const whenReady = async ({ worlds }: ServerContext): Promise<void> => {
  if (!worlds.isReady) await worlds.ready();
};

export const nameIn = (call: ControlRequest, parameter: string): string => call.path[parameter] ?? '';

const unknownWorld = (call: ControlRequest): ControlResponse => {
  const name = nameIn(call, 'world');
  const open = [...call.context.worlds].map((world) => world.name);
  const hint = isWorldName(name) ? 'A request to the service that names it opens it, or a PUT of it here.' : undefined;
  return unknownName('open world', name, open, hint);
};

const readQuery = <Schema extends z.ZodObject>(query: URLSearchParams, schema: Schema): Read<z.output<Schema>> => {
  const known = Object.keys(schema.shape);
  const given: Record<string, string> = {};
  for (const [name, value] of query) {
    if (!known.includes(name)) return refuse(unknownParameter(name, known));
    if (Object.hasOwn(given, name)) return refuse(problem(400, `The query parameter ${name} is given twice.`));
    given[name] = value;
  }
  const result = schema.safeParse(given, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : refuse(badRequest(explainIssues(result.error.issues, 'the query')));
};

const unknownParameter = (name: string, known: readonly string[]): ControlResponse => {
  const all = known.length === 0 ? 'None is known here.' : `There are ${known.join(', ')}.`;
  return badRequest([{ message: `unknown query parameter ${quote(name)}`, hint: didYouMean(name, known) ?? all }]);
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const readJson = ({ body }: ControlRequest): Read<Json> => {
  if (body === undefined) return refuse(problem(400, 'The body is missing: send JSON.'));
  let text: string;
  try {
    text = typeof body === 'string' ? body : utf8.decode(body);
  } catch {
    return refuse(problem(400, 'The body is not valid UTF-8.'));
  }
  const parsed = parseJson(text);
  return parsed.ok ? parsed : refuse(problem(400, `The body ${parsed.reason}.`));
};

/** A handler of a call that takes no body: one that says something would be ignored, and its sender none the wiser. */
export const withoutBody =
  (handle: Handler): Handler =>
  (call) => {
    if (call.body === undefined) return handle(call);
    const json = readJson(call);
    if (!json.ok) return json.answer;
    // What a client sends that always sends some JSON.
    const isEmpty = json.value === null || (isJsonObject(json.value) && Object.keys(json.value).length === 0);
    return isEmpty ? handle(call) : problem(400, 'No body is taken here: send none.');
  };

/** The body in the shape of a schema whose messages complete the sentence `... must be`. `what` names the whole. */
export const readBody = <Schema extends z.ZodType>(
  call: ControlRequest,
  schema: Schema,
  what: string,
): Read<z.output<Schema>> => {
  const json = readJson(call);
  if (!json.ok) return json;
  const result = schema.safeParse(json.value, { reportInput: true });
  return result.success
    ? { ok: true, value: result.data }
    : refuse(badRequest(explainIssues(result.error.issues, what)));
};
