/** The Model Context Protocol over HTTP: one request, one response, no session. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { drained } from '../../server/edge/deliver.ts';
import { markIntegers } from './exact-integers.ts';
import { type AgentOptions, createMcpServer } from './mcp-server.ts';
import type { AgentTarget } from './tools/tool.ts';

/** A request as Express shows it. */
type AddressedRequest = IncomingMessage & { readonly protocol: string; readonly originalUrl: string };

/** `targetOf`: the Vivarium at the address of the request. The caller has read the body, and limits it. */
export const createMcpHttpHandler = (
  options: Omit<AgentOptions, 'target'>,
  targetOf: (origin: string) => AgentTarget,
): ((request: AddressedRequest, response: ServerResponse, body: string | Uint8Array | undefined) => Promise<void>) => {
  const factory = ({ requestInfo }: { readonly requestInfo?: Request }) =>
    createMcpServer({ ...options, target: targetOf(new URL(requestInfo?.url ?? 'http://localhost').origin) });
  // Rejected requests are no bugs: the response has the reason.
  const { fetch } = createMcpHandler(factory, { maxRequestBodySize: Number.MAX_SAFE_INTEGER });
  return async (request, response, body) => {
    const text = typeof body === 'object' ? new TextDecoder().decode(body) : body;
    const marked = text === undefined ? undefined : markIntegers(text);
    await deliver(await fetch(toFetchRequest(request, response, marked)), response);
  };
};

const toFetchRequest = (
  { method, headers, protocol, originalUrl }: AddressedRequest,
  response: ServerResponse,
  body: string | undefined,
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
  return new Request(url, { method: method ?? 'GET', headers: fields, body: sent ?? null, signal: gone.signal });
};

const deliver = async (answer: Response, response: ServerResponse) => {
  response.writeHead(answer.status, { 'Cache-Control': 'no-store', ...Object.fromEntries(answer.headers) });
  for await (const chunk of answer.body ?? []) {
    if (response.destroyed) break;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
};
