/** Switches a fault of a running server, or lists its faults. */

import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { printable } from '../../cli/terminal/paint.ts';
import { ConfigError, commandInvalid } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type JsonObject, parseJson } from '../../core/primitives/json.ts';
import { readTarget, type TargetFlags, type WorldAddress, wrongResponse } from './control-client.ts';

export interface FaultFlags extends TargetFlags {
  /** The operations that the fault is restricted to; omitted: the fault keeps its restriction. */
  readonly operation?: readonly string[];
}

/** `state`: `on` or `off`. Without a name, the faults are listed. Returns the exit code. */
export const fault = async (
  name: string | undefined,
  state: string | undefined,
  flags: FaultFlags,
): Promise<number> => {
  const target = readTarget(flags);
  if (name === undefined) return listFaults(target);
  const { origin, world, path, reach } = target;
  if (state !== 'on' && state !== 'off')
    throw commandInvalid(
      state === undefined ? 'on or off is missing' : `"${state}" is neither on nor off`,
      `Write: vivarium fault ${name} on`,
    );
  const call = await reach();
  const { operation = [] } = flags;
  const isOpen = await call({ path }).then(() => true, isRejection);
  const text = await call({
    method: 'PUT',
    path: `${path}/faults/${encodeURIComponent(name)}`,
    body: {
      enabled: state === 'on',
      ...(operation.length > 0 && { on: { operation: operation.length === 1 ? (operation[0] as string) : operation } }),
    },
  });
  const set = parseJson(text);
  if (!set.ok || !isJsonObject(set.value) || getProperty(set.value, 'enabled') !== (state === 'on'))
    throw wrongResponse(origin, 'the fault');
  const operations = state === 'on' ? describeOperations(set.value) : '';
  const opened = isOpen ? '' : ' The world was not open: it was opened.';
  process.stdout.write(`${printable(`Fault ${name} is ${state}${operations} in the world ${world}.${opened}`)}\n`);
  return exitCodes.fine;
};

const listFaults = async ({ origin, world, path, reach }: WorldAddress): Promise<number> => {
  const call = await reach();
  const listed = parseJson(await call({ path: `${path}/faults` }));
  const items = listed.ok && isJsonObject(listed.value) ? getProperty(listed.value, 'items') : undefined;
  if (!Array.isArray(items)) throw wrongResponse(origin, 'its faults');
  const rows = (items as readonly JsonObject[]).map(({ name, description, enabled }) =>
    `  ${String(name).padEnd(20)} ${(enabled === true ? 'on' : 'off').padEnd(4)} ${description ?? ''}`.trimEnd(),
  );
  const lines = [`The faults of the world ${world} at ${origin}:`, ...rows, '', howToSwitch];
  process.stdout.write(`${lines.map(printable).join('\n')}\n`);
  return exitCodes.fine;
};

const howToSwitch =
  'vivarium fault NAME on switches a fault of a running server on, vivarium --fault NAME at its start.';

/** Whether the server rejected the call: it gives the reason once more when the fault is set, if it is not that the world is not open. */
const isRejection = (error: unknown): false => {
  if (error instanceof ConfigError && error.problems[0]?.code === 'VIV_CALL_REJECTED') return false;
  throw error;
};

/** ` for getPet, listPets`: a restriction may be from an earlier change. */
const describeOperations = (set: JsonObject): string => {
  const on = getProperty(set, 'on');
  const operation = isJsonObject(on) ? getProperty(on, 'operation') : undefined;
  return operation === undefined ? '' : ` for ${[operation].flat().join(', ')}`;
};
