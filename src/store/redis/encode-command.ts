/** Commands as JSON text, for the log of a world. */
import { Buffer } from 'node:buffer';
import type { Exchange } from '../../core/exchange.ts';
import type { HttpRequest, HttpResponse, RequestBody } from '../../core/http/http.ts';
import { type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import type { DecodedParameter } from '../../core/service/operation.ts';
import type { Change } from '../../core/state/state.ts';
import { type Command, type HandledCommand, renumber, type StartedCommand } from '../../world/command.ts';
import { recordOf } from '../../world/evidence/record.ts';
import type { WorldStart } from '../../world/world.ts';

/** The name of a start; see `starts.ts`. */
export interface StoredStart {
  readonly [property: string]: Json;
}

export interface StartCodec {
  readonly encode: (start: WorldStart) => StoredStart;
  readonly decode: (start: StoredStart) => Promise<WorldStart>;
}

type Encoded = readonly [type: string, ...parts: readonly unknown[]];

export const encodeCommands = (commands: readonly Command[], starts: StartCodec): string =>
  stringifyJson(commands.map((command) => encode(command, starts)) as unknown as Json);

/** `shift`: what is added to the numbers of exchanges. */
export const decodeCommands = async (
  text: string,
  world: string,
  starts: StartCodec,
  shift: number,
): Promise<readonly Command[]> => {
  const commands: Command[] = [];
  for (const encoded of parse(text) as readonly Encoded[]) {
    const command = await decode(encoded, world, starts);
    if (shift !== 0 && command.type === 'handled') renumber(command, shift);
    commands.push(command);
  }
  return commands;
};

/** The text of another server: its parts were checked, and are nested in it. */
export const parse = (text: string): unknown => {
  const parsed = parseJson(text, Number.POSITIVE_INFINITY);
  if (!parsed.ok) throw new Error(`an entry of the store ${parsed.reason}`);
  return parsed.value;
};

const encode = (command: Command, starts: StartCodec): Encoded => {
  switch (command.type) {
    case 'handled':
      return encodeHandled(command);
    case 'changed':
      return ['changed', command.changes.map(withoutMemo)];
    case 'clock-set':
      return ['clock-set', command.clock];
    case 'started':
      return encodeStarted(command, starts);
    case 'released':
      return ['released', command.exchanges];
    case 'delivered':
      return ['delivered', command.exchange, command.durationMs];
    default:
      return [command.type];
  }
};

const decode = async (encoded: Encoded, world: string, starts: StartCodec): Promise<Command> => {
  const [type, ...parts] = encoded;
  switch (type) {
    case 'handled':
      return decodeHandled(parts, world);
    case 'started':
      return decodeStarted(parts, starts);
    case 'changed':
      return { type, changes: parts[0] as readonly Change[] };
    case 'clock-set':
      return { type, clock: parts[0] as StartedCommand['clock'] };
    case 'released':
      return { type, exchanges: parts[0] as readonly number[] };
    case 'delivered':
      return { type, exchange: parts[0] as number, durationMs: parts[1] as number };
    case 'journal-cleared':
      return { type };
    default:
      throw new Error(`an entry of the store is unknown: "${type}"`);
  }
};

/** The memo of an item is derived from its value. */
const withoutMemo = (change: Change): Change =>
  change.type === 'put' ? { type: 'put', collection: change.collection, key: change.key, value: change.value } : change;

const encodeStarted = ({ start, now, clock, epoch }: StartedCommand, starts: StartCodec): Encoded => [
  'started',
  start === undefined ? null : starts.encode(start),
  now,
  clock,
  epoch,
];

const decodeStarted = async (parts: readonly unknown[], starts: StartCodec): Promise<StartedCommand> => {
  const [start, now, clock, epoch] = parts as [StoredStart | null, number, StartedCommand['clock'], string];
  return { type: 'started', start: start === null ? undefined : await starts.decode(start), now, clock, epoch };
};

const encodeHandled = (command: HandledCommand): Encoded => {
  const { changes, exchange, parameters, isExpected, due, transferMs } = command;
  const { id, at, durationMs, operation, request, response, violations, faults, steps, transport } = exchange;
  const { fullBytes, upstreamMs, isProbe, differences } = exchange;
  const { method, path, query, headers, body, pathPrefix, isEncrypted } = request;
  return [
    'handled',
    changes.map(withoutMemo),
    [id, at, durationMs, operation, violations, faults, steps, transport, fullBytes, upstreamMs, isProbe, differences],
    [method, path, query, headers, encodeBody(body), pathPrefix, isEncrypted],
    [response.status, response.headers, encodeContent(response.body)],
    parameters.map(encodeParameter),
    isExpected,
    due === undefined ? -1 : due,
    transferMs ?? 0,
  ];
};

type EncodedExchange = [
  Exchange['id'],
  Exchange['at'],
  Exchange['durationMs'],
  string | null,
  Exchange['violations'],
  Exchange['faults'],
  Exchange['steps'],
  Exchange['transport'] | null,
  Exchange['fullBytes'] | null,
  (number | null)?,
  (boolean | null)?,
  (Exchange['differences'] | null)?,
];
type EncodedContent = null | string | { readonly base64: string };
type EncodedRequest = [
  string,
  string,
  string,
  HttpRequest['headers'],
  EncodedContent | RequestBody,
  string,
  boolean | null,
];
type EncodedResponse = [number, readonly string[], EncodedContent];

const decodeHandled = (parts: readonly unknown[], world: string): HandledCommand => {
  const [changes, about, sent, answered, parameters, isExpected, due, transferMs] = parts as [
    readonly Change[],
    EncodedExchange,
    EncodedRequest,
    EncodedResponse,
    readonly (EncodedParameter | null)[],
    boolean,
    number | null,
    number,
  ];
  const [id, at, durationMs, operation, violations, faults, steps, transport, fullBytes, upstreamMs, ...rest] = about;
  const [isProbe, differences] = rest;
  const [method, path, query, headers, body, pathPrefix, isEncrypted] = sent;
  const [status, responseHeaders, content] = answered;
  const request = {
    method,
    path,
    query,
    headers,
    body: decodeBody(body),
    pathPrefix,
    ...(isEncrypted !== null && { isEncrypted }),
  };
  const exchange = {
    id,
    world,
    at,
    durationMs,
    operation: operation ?? undefined,
    request,
    response: { status, headers: responseHeaders, body: decodeContent(content) },
    violations,
    faults,
    steps,
    ...(typeof upstreamMs === 'number' && { upstreamMs }),
    ...(isProbe === true && { isProbe }),
    ...(differences && { differences }),
  };
  return {
    type: 'handled',
    changes,
    exchange: recordOf(exchange, transport ?? undefined, fullBytes ?? undefined),
    parameters: parameters.map(decodeParameter),
    isExpected,
    due: due === -1 ? undefined : due,
    transferMs,
  };
};

const encodeContent = (content: HttpResponse['body']): EncodedContent => {
  if (content === undefined) return null;
  return typeof content === 'string' ? content : { base64: Buffer.from(content).toString('base64') };
};

const decodeContent = (content: EncodedContent): HttpResponse['body'] => {
  if (content === null) return undefined;
  return typeof content === 'string' ? content : new Uint8Array(Buffer.from(content.base64, 'base64'));
};

const encodeBody = (body: RequestBody): EncodedContent | RequestBody => {
  switch (body.type) {
    case 'none':
      return null;
    case 'text':
      return body.text;
    case 'bytes':
      return encodeContent(body.bytes);
    default:
      return body;
  }
};

const decodeBody = (body: EncodedContent | RequestBody): RequestBody => {
  if (body === null) return { type: 'none' };
  if (typeof body === 'string') return { type: 'text', text: body };
  return 'base64' in body ? { type: 'bytes', bytes: decodeContent(body) as Uint8Array } : body;
};

/** A sent parameter with its value, or 0 for one that could not be decoded. */
type EncodedParameter = readonly [Json] | 0;

const encodeParameter = (parameter: DecodedParameter): EncodedParameter | null => {
  if (parameter === undefined) return null;
  return 'value' in parameter ? [parameter.value] : 0;
};

const decodeParameter = (parameter: EncodedParameter | null): DecodedParameter => {
  if (parameter === null) return undefined;
  // Coverage counts it, and does not ask for its problem.
  return parameter === 0 ? { problem: { pointer: '', rule: '', message: '' } } : { value: parameter[0] };
};
