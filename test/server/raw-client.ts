/** A client that writes bytes, for requests that no HTTP client can send. */
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a connection ended. */
export interface RawEnd {
  readonly answers: readonly RawAnswer[];
  /** The code of the socket's error: `ECONNRESET`. */
  readonly error: string | undefined;
}

export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly received: () => string;
  /** Resolves once this text is received, or rejects if the connection ends before. */
  readonly until: (text: string) => Promise<void>;
  readonly ended: Promise<RawEnd>;
}

export const openRaw = (port: number): RawConnection => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let error: string | undefined;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', (reason: NodeJS.ErrnoException) => {
    error = reason.code;
  });
  socket.on('end', () => socket.end());
  const ended = new Promise<RawEnd>((resolve, reject) => {
    socket.once('close', () => {
      try {
        resolve({ answers: readAnswers(text), error });
      } catch (reason) {
        reject(reason);
      }
    });
  });
  return {
    socket,
    received: () => text,
    ended,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (text.includes(wanted)) resolve();
        };
        socket.on('data', look);
        socket.once('close', () => reject(new Error(`the connection ended without "${wanted}": ${text}`)));
        look();
      }),
  };
};

/** Writes the text, and waits until the server ends the connection. */
export const sendRaw = (port: number, ...parts: readonly (string | Uint8Array)[]): Promise<RawEnd> => {
  const { socket, ended } = openRaw(port);
  for (const part of parts) socket.write(part);
  return ended;
};

/** Writes the bytes, and waits until the connection ends. The text is what was received, as Latin-1. */
export const exchangeBytes = (
  port: number,
  bytes: Uint8Array,
): Promise<{ readonly text: string; readonly error: string | undefined }> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    let error: string | undefined;
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', (reason: NodeJS.ErrnoException) => {
      error = reason.code;
    });
    socket.on('close', () => resolve({ text, error }));
    socket.write(bytes);
  });

/** A complete request; the connection ends with its response. */
export const rawRequest = (
  line: string,
  headers: readonly string[] = [],
  body: string | Uint8Array = '',
): Uint8Array => {
  const length = body.length === 0 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${line} HTTP/1.1`, 'Host: mock.test', 'Connection: close', ...headers, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
};

const readAnswers = (text: string): readonly RawAnswer[] => {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`not a response: ${rest.slice(0, 200)}`);
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const length = headers['transfer-encoding'] === 'chunked' ? rest.length : Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + (status < 200 ? 0 : length));
    expectNothingLeaks(headers['content-type'], body);
    answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString() });
    rest = rest.slice(end + 4 + body.length);
  }
  return answers;
};

/** No client of an API may see an HTML page, a stack trace or a path of this machine. */
export const expectNothingLeaks = (contentType: string | undefined, body: string): void => {
  expect(contentType ?? '').not.toMatch(/html/i);
  expect(body).not.toMatch(/<!doctype|<html|<pre>|\n\s+at |node_modules|\.[jt]s:\d/i);
};
