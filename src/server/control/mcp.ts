/** `/_vivarium/mcp`: the Model Context Protocol for agents, behind the guard of the control API. */

import type { Request as NodeRequest, Response as NodeResponse, RequestHandler } from 'express';
import type { HandleMcp } from '../../parts/agents/http-handler.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { drained } from '../edge/deliver.ts';
import { createLocalCall } from './local-call.ts';
import type { ControlContext } from './perform.ts';
import { createSentReader, sendControlResponse } from './request/control-call.ts';

export const createMcpEndpoint = (context: ControlContext, maxBodyBytes: number): RequestHandler => {
  const readSent = createSentReader(maxBodyBytes);
  let loading: Promise<HandleMcp> | undefined;
  return async (request, response) => {
    const read = await readSent(request, response);
    if (read === undefined) return;
    if (!('body' in read)) {
      sendControlResponse(request, response, read);
      return;
    }
    loading ??= loadHandler(context);
    await deliver(await (await loading)(toFetchRequest(request, response, read.body)), response);
  };
};

/** Only a server that an agent calls needs the protocol. */
const loadHandler = async (context: ControlContext): Promise<HandleMcp> => {
  const { createMcpHttpHandler } = await import('../../parts/agents/http-handler.ts');
  const { version, logger, allowsChanges } = context;
  const onError = (error: unknown): void => logger.error('Internal error in a tool for agents.', error);
  const targetOf = (origin: string) => ({
    call: createLocalCall(context, origin),
    allowsChanges,
    world: defaultWorldName,
  });
  return createMcpHttpHandler({ version, onError }, targetOf);
};

const toFetchRequest = (
  { method, headers, protocol, originalUrl }: NodeRequest,
  response: NodeResponse,
  body: string | Uint8Array | undefined,
): Request => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) for (const one of [value].flat()) fields.append(name, one);
  // A client chooses both: what is no address stands for this machine.
  const host = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(headers.host ?? '')?.[0] ?? 'localhost';
  const base = URL.parse(`${protocol}://${host}`) ?? new URL(`${protocol}://localhost`);
  const url = new URL(`${base.origin}${URL.parse(originalUrl, base)?.pathname ?? ''}`);
  const sent = method === 'GET' || method === 'HEAD' ? undefined : body;
  return new Request(url, {
    method,
    headers: fields,
    body: (sent as BodyInit | undefined) ?? null,
    signal: gone.signal,
  });
};

const deliver = async (answer: Response, response: NodeResponse): Promise<void> => {
  response.writeHead(answer.status, { 'Cache-Control': 'no-store', ...Object.fromEntries(answer.headers) });
  for await (const chunk of answer.body ?? []) {
    if (response.destroyed) break;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
};
