import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { printable } from '../../cli/terminal/paint.ts';
import { getProperty, isJsonObject, parseJson } from '../../core/primitives/json.ts';
import { readTarget, type TargetFlags, wrongResponse } from './control-client.ts';

export interface TokenFlags extends TargetFlags {
  readonly sub?: string;
  readonly scope?: string;
  readonly audience?: string;
  readonly lifetime?: string;
}

export const token = async ({ sub, scope, audience, lifetime, ...flags }: TokenFlags): Promise<number> => {
  const { origin, path, reach } = readTarget(flags);
  const call = await reach();
  const given = { sub, scope, audience, lifetime };
  const body = Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const issued = parseJson(await call({ method: 'POST', path: `${path}/tokens`, body }));
  const access = issued.ok && isJsonObject(issued.value) ? getProperty(issued.value, 'access_token') : undefined;
  if (typeof access !== 'string') throw wrongResponse(origin, 'a token');
  process.stdout.write(`${printable(access)}\n`);
  return exitCodes.fine;
};
