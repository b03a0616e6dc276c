/** Commands as JSON text, for the log of a world. */
import { Buffer } from 'node:buffer';
import type { HttpResponse, RequestBody } from '../../../core/http/http.ts';
import { type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import { recordOf } from '../../../world/evidence/exchange-record.ts';
import type { WorldStart } from '../../../world/world.ts';
import { type Command, type HandledCommand, renumber, type StartedCommand } from '../../../world/world-command.ts';
import { presentChange } from './older-formats.ts';

/** The name of a start; see `starts.ts`. */
export interface StoredStart {
  readonly [property: string]: Json;
}

export interface StartCodec {
  readonly encode: (start: WorldStart) => StoredStart;
  readonly decode: (start: StoredStart) => Promise<WorldStart>;
}

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

/** Bytes as text, starts by their names, and without what is derived or known to one server only. */
type Encoded =
  | ReturnType<typeof encodeHandled>
  | (Omit<StartedCommand, 'start'> & { readonly start: StoredStart | undefined })
  | Exclude<Command, HandledCommand | StartedCommand>;

const encode = (command: Command, starts: StartCodec): Encoded => {
  switch (command.type) {
    case 'handled':
      return encodeHandled(command);
    case 'started':
      return { ...command, start: command.start && starts.encode(command.start) };
    default:
      return command;
  }
};

const decode = async (encoded: Encoded, world: string, starts: StartCodec): Promise<Command> => {
  switch (encoded.type) {
    case 'handled':
      return decodeHandled(encoded, world);
    case 'changed':
      return { ...encoded, changes: encoded.changes.map(presentChange) };
    case 'started':
      return { ...encoded, start: encoded.start && (await starts.decode(encoded.start)) };
    case 'clock-set':
    case 'released':
    case 'delivered':
    case 'journal-cleared':
      return encoded;
    default:
      throw new Error(`an entry of the store is unknown: "${(encoded satisfies never as Command).type}"`);
  }
};

const encodeHandled = ({ renumberable: _, exchange, ...command }: HandledCommand) => {
  const { world: _world, request, response, ...about } = exchange;
  return {
    ...command,
    exchange: {
      ...about,
      request: { ...request, body: encodeBody(request.body) },
      response: { ...response, body: encodeContent(response.body) },
    },
  };
};

const decodeHandled = (command: ReturnType<typeof encodeHandled>, world: string): HandledCommand => {
  const { request, response, ...about } = command.exchange;
  const exchange = {
    ...about,
    world,
    request: { ...request, body: decodeBody(request.body) },
    response: { ...response, body: decodeContent(response.body) },
  };
  return {
    ...command,
    changes: command.changes.map(presentChange),
    // In JSON, one that was not sent is null.
    parameters: command.parameters.map((parameter) => parameter ?? undefined),
    exchange: recordOf(exchange, exchange.transport),
  };
};

type EncodedContent = undefined | string | { readonly base64: string };
type EncodedBody = Exclude<RequestBody, { type: 'bytes' }> | { readonly type: 'bytes'; readonly bytes: EncodedContent };

const encodeContent = (content: HttpResponse['body']): EncodedContent =>
  content instanceof Uint8Array ? { base64: Buffer.from(content).toString('base64') } : content;

const decodeContent = (content: EncodedContent): HttpResponse['body'] =>
  typeof content === 'object' ? new Uint8Array(Buffer.from(content.base64, 'base64')) : content;

const encodeBody = (body: RequestBody): EncodedBody =>
  body.type === 'bytes' ? { ...body, bytes: encodeContent(body.bytes) } : body;

const decodeBody = (body: EncodedBody): RequestBody =>
  body.type === 'bytes' ? { ...body, bytes: decodeContent(body.bytes) as Uint8Array } : body;
