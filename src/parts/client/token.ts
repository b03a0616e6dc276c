import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { printable } from '../../cli/terminal/paint.ts';
import { getProperty, isJsonObject, type JsonObject, parseJson } from '../../core/primitives/json.ts';
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
  // What is undefined is not written.
  const body = { sub, scope, audience, lifetime } as JsonObject;
  const issued = parseJson(await call({ method: 'POST', path: `${path}/tokens`, body }));
  const access = issued.ok && isJsonObject(issued.value) ? getProperty(issued.value, 'access_token') : undefined;
  if (typeof access !== 'string') throw wrongResponse(origin, 'a token');
  process.stdout.write(`${printable(access)}\n`);
  return exitCodes.fine;
};
