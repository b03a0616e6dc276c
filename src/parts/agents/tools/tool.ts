/** A tool as data: its arguments, its result, and what it does with a Vivarium. */
import { z } from 'zod';
import { serverUnreachable } from '../../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, parseJson } from '../../../core/primitives/json.ts';
import type { CallControl, ControlCall } from '../../../world/control/call-control.ts';
import { isWorldName } from '../../../world/world-name.ts';
import type { Rows } from './shorten.ts';

/** The Vivarium that the tools are about. */
export interface AgentTarget {
  readonly call: CallControl;
  readonly allowsChanges: boolean;
  /** The world of calls that name none. */
  readonly world: string;
}

/** The result without `next`, and what to call then. */
export interface ToolResult {
  readonly content: Readonly<Record<string, Json>>;
  readonly next: string;
  /** The list of which the last rows are left out if the result is too long. */
  readonly rows?: Rows;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly changes: boolean;
  readonly run: (args: never, target: AgentTarget) => Promise<ToolResult>;
}

interface Definition<Input extends z.core.$ZodLooseShape, Output extends z.core.$ZodLooseShape>
  extends Pick<Tool, 'name' | 'title' | 'description'>,
    Partial<Pick<Tool, 'changes'>> {
  readonly input: Input;
  readonly output: Output;
  readonly run: (args: z.output<z.ZodObject<Input>>, target: AgentTarget) => Promise<ToolResult>;
}

export const defineTool = <Input extends z.core.$ZodLooseShape, Output extends z.core.$ZodLooseShape>({
  input,
  output,
  changes = false,
  ...rest
}: Definition<Input, Output>): Tool => ({
  ...rest,
  changes,
  input: z.strictObject(input, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(input).join(', ') : 'an object'),
  }),
  output: z.looseObject({ ...output, next: z.string().describe('What to call then.') }),
});

export const changesNotAllowed = (failure: string): string =>
  `${failure}, and changes are not allowed here. Ask for a start with --allow-changes: of vivarium mcp, or of the server (vivarium serve) whose /_vivarium/mcp this is.`;

/** What the control API returns for a list. */
export interface List<Item = JsonObject> {
  readonly items: readonly Item[];
  readonly total: number;
}

export const callJson = async <Result = JsonObject>({ call }: AgentTarget, given: ControlCall): Promise<Result> => {
  const parsed = parseJson(await call(given));
  if (parsed.ok) return parsed.value as Result;
  throw serverUnreachable(`the response of ${given.path} ${parsed.reason}`);
};

export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

export const withProperties = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = getProperty(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );

/** A path of percent-encoded segments, and a query without what is undefined. */
export const apiPath = (
  segments: readonly string[],
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `/${segments.map(encodeURIComponent).join('/')}${search}`;
};

/** An argument whose error says what is expected. */
export const text = (expected: string) => z.string({ error: expected });

const worldName = 'the name of a world: 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit';

export const worldArgument = text(worldName)
  .refine(isWorldName, { error: worldName })
  .describe('The world: an isolated simulation with its own data, faults, clock and journal.');

/** The name that stands for all worlds. */
export const allWorlds = '*';

export const worldOrAllArgument = text(worldName)
  .refine((name) => name === allWorlds || isWorldName(name), { error: `${worldName}; or * for all worlds` })
  .describe('The world; * for all worlds.');

export const operationArgument = text('the name of an operation').describe(
  'The name of an operation, as describe_service lists it.',
);

export const limitArgument = (usual: number) =>
  z
    .int({ error: 'a whole number, 1 to 500' })
    .min(1, { error: 'a whole number, 1 to 500' })
    .max(500, { error: 'a whole number, 1 to 500' })
    .default(usual)
    .describe('The maximum number of rows.');

export const offsetArgument = z
  .int({ error: 'a whole number, 0 or more' })
  .min(0, { error: 'a whole number, 0 or more' })
  .default(0)
  .describe('The number of rows to skip.');
