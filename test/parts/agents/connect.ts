/** The official client, in both eras of the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { type Environment, environmentOf, root } from '../../cli/process.ts';

/** `initialize`, and no session. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

// biome-ignore lint/suspicious/noExplicitAny: tests read single properties of a result, and compare them
type Loose = any;

export interface Agent {
  readonly client: Client;
  /** The structured result of a tool. The text is the same, and the whole is short enough. */
  readonly use: (name: string, args?: Readonly<Record<string, unknown>>) => Promise<Loose>;
  /** The text of a result that is an error. */
  readonly fail: (name: string, args?: Readonly<Record<string, unknown>>) => Promise<string>;
}

const clientOf = (era: Era): Client => {
  const mode = era === '2025-11-25' ? ('legacy' as const) : { pin: era };
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
};

const agentOf = async (client: Client, era: Era): Promise<Agent> => {
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  // The client checks results against the schemas that it knows.
  await client.listTools();
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<Loose> => {
    const { content, structuredContent, isError } = (await client.callTool({ name, arguments: args })) as Loose;
    expect(JSON.stringify({ content, structuredContent }).length).toBeLessThan(25_000);
    return { content, structuredContent, isError };
  };
  return {
    client,
    use: async (name, args = {}) => {
      const { content, structuredContent, isError } = await call(name, args);
      expect(isError, content[0].text).not.toBe(true);
      expect(structuredContent).toEqual(JSON.parse(content[0].text));
      expect(structuredContent.next).toMatch(/\.$/);
      return structuredContent;
    },
    fail: async (name, args = {}) => {
      const { content, isError } = await call(name, args);
      expect(isError).toBe(true);
      return content[0].text;
    },
  };
};

export const connectHttp = async (url: string, era: Era = '2026-07-28', token?: string): Promise<Agent> => {
  const client = clientOf(era);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/_vivarium/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  return agentOf(client, era);
};

export interface StdioAgent extends Agent {
  readonly errors: () => string;
  readonly pid: number;
}

/** `args`: of `vivarium mcp`. `launcher`: it runs the bundle. */
export const connectStdio = async (
  args: readonly string[],
  {
    era = '2026-07-28',
    env,
    cwd = root,
  }: { readonly era?: Era; readonly env?: Environment; readonly cwd?: string } = {},
): Promise<StdioAgent> => {
  const client = clientOf(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${root}/test/cli/built.js`, 'mcp', ...args],
    env: environmentOf(env),
    cwd,
    stderr: 'pipe',
  });
  let text = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    text += String(chunk);
  });
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`${error}\n${text}`);
  }
  return { ...(await agentOf(client, era)), errors: () => text, pid: transport.pid as number };
};
