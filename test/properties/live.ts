/** A live server, and a client that sends any bytes. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Json, parseJson, stringifyJson } from '../../src/core/primitives/json.ts';
import { createVivarium, type Vivarium, type VivariumOptions } from '../../src/index.ts';

export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent unchanged, anything else as JSON. */
  readonly body?: Json | Uint8Array | undefined;
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly body: Json | undefined;
}

export interface Live {
  readonly send: (asked: Asked) => Promise<Got>;
  readonly world: Vivarium['world'];
}

/** Closed at the end of the test. */
export const serve = async (options: VivariumOptions): Promise<Live> => {
  const vivarium = await createVivarium(options);
  const { url } = await vivarium.listen({ port: 0 });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await vivarium.close();
  });
  const { port } = new URL(url);
  return { send: (asked) => send(agent, Number(port), asked), world: vivarium.world };
};

const send = (agent: Agent, port: number, { method, target, headers = {}, body }: Asked): Promise<Got> =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(stringifyJson(body as Json));
    const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) };
    const call = request(
      { agent, host: '127.0.0.1', port, method, path: target, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const parsed = parseJson(text);
          const { statusCode = 0, headers: found } = response;
          resolve({ status: statusCode, headers: found, text, body: parsed.ok ? parsed.value : undefined });
        });
      },
    );
    call.on('error', reject);
    call.end(bytes);
  });

export const key = { authorization: 'Bearer demo' };
export const json = { ...key, 'content-type': 'application/json' };

/** Every int64. */
export const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** An integer as read from JSON: exact, and a number if a double can represent it. */
export const asJson = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
