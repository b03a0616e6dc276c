/** The Model Context Protocol over standard input and output. */
import type { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type AgentOptions, createMcpServer } from './mcp-server.ts';

/** `onEnd`: the client has closed its end. */
export const serveOverStdio = (options: AgentOptions, stdout: Writable, onEnd: () => void): void => {
  const { stdin } = process;
  const transport = new StdioServerTransport(stdin, stdout);
  stdin.once('end', onEnd).once('close', onEnd);
  serveStdio(() => createMcpServer(options), { transport, onerror: options.onError });
};
