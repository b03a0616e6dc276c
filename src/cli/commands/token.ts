/** Prints an access token of a running server. */
import { worldNameInvalid } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, parseJson } from '../../core/primitives/json.ts';
import { defaultWorldName, isWorldName, worldNameRule } from '../../world/world-name.ts';
import { defaultUrl, reachServer, readTargetUrl, wrongResponse } from '../client/control-client.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { printable } from '../terminal/paint.ts';

export interface TokenFlags {
  readonly sub?: string;
  readonly scope?: string;
  readonly audience?: string;
  readonly lifetime?: string;
  readonly world?: string;
  readonly url?: string;
  readonly token?: string;
}

/** Returns the exit code. */
export const token = async ({ sub, scope, audience, lifetime, ...flags }: TokenFlags): Promise<number> => {
  const { origin, world: worldOfUrl } = readTargetUrl(flags.url ?? process.env.VIVARIUM_URL ?? defaultUrl);
  const world = flags.world ?? worldOfUrl ?? defaultWorldName;
  if (!isWorldName(world)) throw worldNameInvalid(`"${world}" is not a world name`, worldNameRule);
  const call = await reachServer(origin, flags.token ?? process.env.VIVARIUM_TOKEN);
  const given = { sub, scope, audience, lifetime };
  const body = Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const issued = parseJson(await call({ method: 'POST', path: `/worlds/${encodeURIComponent(world)}/tokens`, body }));
  const access = issued.ok && isJsonObject(issued.value) ? getProperty(issued.value, 'access_token') : undefined;
  if (typeof access !== 'string') throw wrongResponse(origin, 'a token');
  process.stdout.write(`${printable(access)}\n`);
  return exitCodes.fine;
};
