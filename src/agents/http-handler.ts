/** The Model Context Protocol over HTTP: one request, one response, no session. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type AgentOptions, createMcpServer } from './mcp-server.ts';
import type { AgentTarget } from './tools/tool.ts';

export type HandleMcp = (request: Request) => Promise<Response>;

/** `targetOf`: the Vivarium at the address of the request. */
export const createMcpHttpHandler = (
  options: Omit<AgentOptions, 'target'>,
  targetOf: (origin: string) => AgentTarget,
  maxBodyBytes: number,
): HandleMcp => {
  const factory = ({ requestInfo }: { readonly requestInfo?: Request }) =>
    createMcpServer({ ...options, target: targetOf(new URL(requestInfo?.url ?? 'http://localhost').origin) });
  // Rejected requests are no bugs: the response has the reason.
  const { fetch } = createMcpHandler(factory, { maxRequestBodySize: maxBodyBytes });
  return fetch;
};
