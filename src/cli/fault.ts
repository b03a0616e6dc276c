/** Switches a fault of a running server. */
import { configError } from '../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, parseJson } from '../core/primitives/json.ts';
import { defaultWorldName } from '../world/world-name.ts';
import { callControl, readServerUrl } from './control-client.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { printable } from './terminal/paint.ts';

export interface FaultFlags {
  /** The operations that the fault is restricted to; omitted: the fault keeps its restriction. */
  readonly operation?: readonly string[];
  readonly world?: string;
  readonly url?: string;
  readonly token?: string;
}

const defaultUrl = 'http://127.0.0.1:4010';

/** `state`: `on` or `off`. Returns the exit code. */
export const fault = async (name: string, state: string, flags: FaultFlags): Promise<number> => {
  if (state !== 'on' && state !== 'off')
    throw configError('VIV_COMMAND_INVALID', `"${state}" is neither on nor off`, `Write: vivarium fault ${name} on`);
  const { origin, world: worldOfUrl } = readServerUrl(flags.url ?? process.env.VIVARIUM_URL ?? defaultUrl);
  const world = flags.world ?? worldOfUrl ?? defaultWorldName;
  const text = await callControl(origin, {
    method: 'PUT',
    path: `/worlds/${encodeURIComponent(world)}/faults/${encodeURIComponent(name)}`,
    body: { enabled: state === 'on', ...(flags.operation && { on: { operation: flags.operation } }) },
    token: flags.token ?? process.env.VIVARIUM_TOKEN,
  });
  const where = `in the world ${world}${describeOperations(text)}`;
  process.stdout.write(`${printable(`Fault ${name} is ${state} ${where}.`)}\n`);
  return exitCodes.fine;
};

/** `, on getPet, listPets`: a restriction may be from an earlier change. */
const describeOperations = (text: string): string => {
  const parsed = parseJson(text);
  const on = parsed.ok && isJsonObject(parsed.value) ? getProperty(parsed.value, 'on') : undefined;
  const operation = isJsonObject(on) ? getProperty(on, 'operation') : undefined;
  if (operation === undefined) return '';
  const names: readonly Json[] = Array.isArray(operation) ? operation : [operation];
  return `, on ${names.join(', ')}`;
};
