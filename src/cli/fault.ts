/** Switches a fault of a running server. */
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, parseJson } from '../core/primitives/json.ts';
import { defaultWorldName } from '../world/world-name.ts';
import { reachServer, readServerUrl } from './control-client.ts';
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
  const call = await reachServer(origin, flags.token ?? process.env.VIVARIUM_TOKEN);
  const path = `/worlds/${encodeURIComponent(world)}`;
  const isOpen = await call({ path }).then(() => true, isRejection);
  const text = await call({
    method: 'PUT',
    path: `${path}/faults/${encodeURIComponent(name)}`,
    body: { enabled: state === 'on', ...(flags.operation && { on: { operation: flags.operation } }) },
  });
  const set = parseJson(text);
  if (!set.ok || !isJsonObject(set.value) || getProperty(set.value, 'enabled') !== (state === 'on'))
    throw configError(
      'VIV_SERVER_UNREACHABLE',
      `${origin} did not respond with the fault`,
      'Check that the address is that of a Vivarium server.',
    );
  const where = `in the world ${world}${describeOperations(set.value)}`;
  const opened = isOpen ? '' : ` The world was not open: it was opened.`;
  process.stdout.write(`${printable(`Fault ${name} is ${state} ${where}.${opened}`)}\n`);
  return exitCodes.fine;
};

/** The server gives the reason once more when the fault is set, if it is not that the world is not open. */
const isRejection = (error: unknown): false => {
  if (error instanceof ConfigError && error.problems[0]?.code === 'VIV_CALL_REJECTED') return false;
  throw error;
};

/** `, on getPet, listPets`: a restriction may be from an earlier change. */
const describeOperations = (set: JsonObject): string => {
  const on = getProperty(set, 'on');
  const operation = isJsonObject(on) ? getProperty(on, 'operation') : undefined;
  if (operation === undefined) return '';
  const names: readonly Json[] = Array.isArray(operation) ? operation : [operation];
  return `, on ${names.join(', ')}`;
};
