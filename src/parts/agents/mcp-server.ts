/** The server of the Model Context Protocol: the tools and the resources, in both eras of the protocol. */

import { readdirSync, readFileSync } from 'node:fs';
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { decodePercent } from '../../core/http/http.ts';
import { ConfigError, type ConfigProblem } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { type Json, rawJson, stringifyJson } from '../../core/primitives/json.ts';
import { cutText, toSentences } from '../../core/primitives/units.ts';
import { packageFile } from '../../files/package-file.ts';
import { explainIssues } from '../../scenario/document/explain-issues.ts';
import { escapeHidden } from '../report/index.ts';
import { restoreIntegers } from './exact-integers.ts';
import { maxResultLength, type Shortened, shorten } from './tools/shorten.ts';
import { type AgentTarget, apiPath, callJson, changesNotAllowed, type List, type Tool } from './tools/tool.ts';
import { tools } from './tools/tools.ts';
import { isDeeper, visible, withVisible } from './visible.ts';

export interface AgentOptions {
  readonly target: AgentTarget;
  readonly version: string;
  readonly onError: (error: unknown) => void;
}

const instructions =
  'A simulation of an HTTP service, from its OpenAPI document. describe_service comes first. To find out why a client fails: list_exchanges (status 4xx), then explain_exchange. What the tests do not cover: coverage. To reproduce an error: set_fault.';

/** Creates a server: one for each connection, or for each request. */
export const createMcpServer = ({ target, version, onError }: AgentOptions): Server => {
  const server = new Server(
    { name: 'vivarium', title: 'Vivarium', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const offered = tools.filter(({ changes }) => target.allowsChanges || !changes);
  server.setRequestHandler('tools/list', () => ({ tools: offered.map((tool) => describeTool(tool, target)) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw unknownTool(params.name, offered);
    if (tool.changes && !target.allowsChanges) return failed(changesNotAllowed(`${tool.name} changes a world`));
    const given = (params.arguments ?? {}) as Json;
    if (isDeeper(given, maxDepth)) return failed(`The arguments are nested deeper than ${maxDepth} levels.`);
    return callTool(tool, restoreIntegers(given), target, onError);
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: [...(await orProtocolError(() => listResources(target)))],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await orProtocolError(() => readResource(uri, target));
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...found }] };
  });
  return server;
};

type JsonSchema = { readonly type: 'object'; readonly [name: string]: unknown };

const describeTool = ({ name, title, description, input, output, changes }: Tool, target: AgentTarget) => ({
  name,
  title,
  description,
  inputSchema: schemaOf(withDefaults(input, target), 'input'),
  outputSchema: schemaOf(output, 'output'),
  annotations: {
    title,
    readOnlyHint: !changes && name !== 'send_request',
    destructiveHint: changes,
    openWorldHint: false,
  },
});

/** The JSON Schema, in the dialect that the protocol has by default. */
const schemaOf = (schema: z.ZodObject, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest as JsonSchema;
};

/** Lets a call that names no world be about that of the target. */
const withDefaults = (input: z.ZodObject, { world }: AgentTarget): z.ZodObject => {
  const argument = input.shape.world as z.ZodType | undefined;
  if (argument === undefined) return input;
  const { description = '' } = argument;
  return input.safeExtend({ world: argument.default(world).describe(description) });
};

/** Deeper values would not fit on the stack of those who walk them. */
const maxDepth = 500;

const unknownTool = (name: string, offered: readonly Tool[]): ProtocolError => {
  const names = offered.map((tool) => tool.name);
  const hint = didYouMean(name, names) ?? `The tools are ${names.join(', ')}.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `No tool is named "${name.slice(0, 80)}". ${hint}`);
};

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text: visible(text) }], isError: true });

/** Calls a tool. What goes wrong is a result, too, from which a model learns. */
const callTool = async (
  tool: Tool,
  given: Json,
  target: AgentTarget,
  onError: AgentOptions['onError'],
): Promise<CallToolResult> => {
  const args = withDefaults(tool.input, target).safeParse(given, { reportInput: true });
  if (!args.success) return failed(sentences(explainIssues(args.error.issues, `the arguments of ${tool.name}`)));
  try {
    const { content, next, rows } = await tool.run(args.data as never, target);
    return resultOf(shorten({ content, next, rows }, (shortened) => JSON.stringify(resultOf(shortened)).length));
  } catch (error) {
    if (error instanceof ConfigError) return failed(sentences(error.problems));
    onError(error);
    return failed('Internal error in Vivarium; its log has the reason.');
  }
};

/** The text is for clients that do not read structured content. */
const resultOf = (shortened: Shortened): CallToolResult => {
  const shown = withVisible(shortened as unknown as Json);
  return {
    content: [{ type: 'text', text: stringifyJson(shown) }],
    structuredContent: rawJson(shown) as Record<string, unknown>,
  };
};

const sentences = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): string =>
  cutText(problems.map(({ message, hint }) => toSentences(message, hint)).join(' '), maxResultLength);

const orProtocolError = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, visible(sentences(error.problems)));
  }
};

interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

const json = 'application/json';
const markdown = 'text/markdown';

/** The pages by their names: `faults`. */
const pages = (): readonly string[] =>
  readdirSync(packageFile('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));

const listResources = async (target: AgentTarget): Promise<readonly ResourceEntry[]> => {
  const [services, scenarios] = await Promise.all([
    callJson<List<{ readonly name: string; readonly title: string }>>(target, { path: '/services' }),
    callJson<List<{ readonly name: string; readonly description: string | null }>>(target, { path: '/scenarios' }),
  ]);
  return [
    ...services.items.map(({ name, title }) => entry('document', name, `${title}: its OpenAPI document`, json)),
    ...scenarios.items.map(({ name, description }) =>
      entry('scenarios', name, description ?? 'A scenario: the start of a world', json),
    ),
    ...pages().map((page) => entry('docs', page, `The documentation of Vivarium: ${page}`, markdown)),
  ];
};

const entry = (kind: string, name: string, description: string, mimeType: string): ResourceEntry => ({
  uri: `vivarium://${kind}/${encodeURIComponent(name)}`,
  name: visible(kind === 'docs' ? `docs/${name}.md` : `${kind}/${name}`),
  description: visible(description),
  mimeType,
});

/** Returns undefined if there is no such resource. @throws ConfigError as a call of the control API. */
const readResource = async (
  uri: string,
  target: AgentTarget,
): Promise<{ readonly mimeType: string; readonly text: string } | undefined> => {
  const [, kind, encoded = ''] = /^vivarium:\/\/([a-z]+)\/([^/]+)$/.exec(uri) ?? [];
  const name = decodePercent(encoded);
  if (kind === 'docs')
    return pages().includes(name)
      ? { mimeType: markdown, text: readFileSync(packageFile(`docs/${name}.md`), 'utf8') }
      : undefined;
  if (kind !== 'document' && kind !== 'scenarios') return undefined;
  const path = apiPath(kind === 'document' ? ['services', name, 'openapi.json'] : ['scenarios', name]);
  return { mimeType: json, text: escapeHidden(await target.call({ path })) };
};
