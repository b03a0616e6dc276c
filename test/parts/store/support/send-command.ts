/** Sends commands to a store without its client library, which is what the tests judge. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type Reply = string | number | null | readonly Reply[];

export interface CommandOptions {
  readonly port: number;
  readonly password?: string | undefined;
  /** For TLS: the certificate to trust. */
  readonly caFile?: string;
}

/** One command, over a connection of its own. @throws Error with the error of the server. */
export const sendCommand = async (
  words: readonly string[],
  { port, password, caFile }: CommandOptions,
): Promise<Reply> => {
  const socket = await open(port, caFile);
  try {
    const replies = readReplies(socket);
    if (password !== undefined) {
      socket.write(encode(['AUTH', password]));
      unwrap((await replies.next()).value);
    }
    socket.write(encode(words));
    return unwrap((await replies.next()).value);
  } finally {
    socket.destroy();
  }
};

const open = async (port: number, caFile: string | undefined): Promise<Socket> => {
  const socket =
    caFile === undefined
      ? connectTcp(port, '127.0.0.1')
      : connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: readFileSync(caFile) });
  socket.on('error', () => {});
  await once(socket, caFile === undefined ? 'connect' : 'secureConnect');
  return socket;
};

const encode = (words: readonly string[]): string =>
  [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word]), ''].join('\r\n');

type Parsed = Reply | Error;

const unwrap = (reply: Parsed | undefined): Reply => {
  if (reply === undefined) throw new Error('The store ended the connection.');
  if (reply instanceof Error) throw reply;
  return reply;
};

async function* readReplies(socket: Socket): AsyncGenerator<Parsed, undefined> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    for (let found = parse(bytes, 0); found !== undefined; found = parse(bytes, 0)) {
      bytes = bytes.subarray(found.end);
      yield found.value;
    }
  }
  return undefined;
}

interface Found {
  readonly value: Parsed;
  readonly end: number;
}

/** A reply of RESP 2; undefined if it is not complete yet. */
const parse = (bytes: Buffer, start: number): Found | undefined => {
  const lineEnd = bytes.indexOf('\r\n', start);
  if (lineEnd < 0) return undefined;
  const line = bytes.toString('utf8', start + 1, lineEnd);
  const end = lineEnd + 2;
  switch (String.fromCharCode(bytes[start] as number)) {
    case '+':
      return { value: line, end };
    case '-':
      return { value: new Error(line), end };
    case ':':
      return { value: Number(line), end };
    case '$':
      return parseText(bytes, end, Number(line));
    default:
      return parseList(bytes, end, Number(line));
  }
};

const parseText = (bytes: Buffer, start: number, length: number): Found | undefined => {
  if (length < 0) return { value: null, end: start };
  const end = start + length;
  return bytes.length < end + 2 ? undefined : { value: bytes.toString('utf8', start, end), end: end + 2 };
};

const parseList = (bytes: Buffer, start: number, length: number): Found | undefined => {
  if (length < 0) return { value: null, end: start };
  const value: Reply[] = [];
  let end = start;
  for (let index = 0; index < length; index++) {
    const found = parse(bytes, end);
    if (found === undefined) return undefined;
    value.push(found.value instanceof Error ? found.value.message : found.value);
    end = found.end;
  }
  return { value, end };
};
