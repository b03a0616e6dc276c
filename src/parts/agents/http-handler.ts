/** The Model Context Protocol over HTTP: one request, one response, no session. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { markIntegers } from './exact-integers.ts';
import { type AgentOptions, createMcpServer } from './mcp-server.ts';
import type { AgentTarget } from './tools/tool.ts';

export type HandleMcp = (request: Request) => Promise<Response>;

/** `targetOf`: the Vivarium at the address of the request. The caller limits the bodies. */
export const createMcpHttpHandler = (
  options: Omit<AgentOptions, 'target'>,
  targetOf: (origin: string) => AgentTarget,
): HandleMcp => {
  const factory = ({ requestInfo }: { readonly requestInfo?: Request }) =>
    createMcpServer({ ...options, target: targetOf(new URL(requestInfo?.url ?? 'http://localhost').origin) });
  // Rejected requests are no bugs: the response has the reason.
  const { fetch } = createMcpHandler(factory, { maxRequestBodySize: Number.MAX_SAFE_INTEGER });
  return async (request) =>
    fetch(request.body === null ? request : new Request(request, { body: markIntegers(await request.text()) }));
};
