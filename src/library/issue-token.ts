/** `world.token()`. */
import { ConfigError, configProblem, loginMissing } from '../core/primitives/config-error.ts';
import { readTokenOrder } from '../scenario/token-order.ts';
import { issueToken, noLogin } from '../world/control/login.ts';
import type { World } from '../world/world.ts';
import { checkArgument } from './read-arguments.ts';
import type { IssuedTokens, TokenOptions } from './world-api.ts';

/** @throws ConfigError for options that cannot be used, and if the document declares no login. */
export const issueTokens = (world: World, options: TokenOptions, base: string): IssuedTokens => {
  checkArgument(options, { name: 'the options of token', example: "{ sub: 'ada' }" });
  const read = readTokenOrder(options);
  if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
  const tokens = issueToken(world, read.order, base);
  if (tokens === undefined) throw loginMissing(noLogin, 'Add one to the document, or send any token.');
  return tokens as unknown as IssuedTokens;
};
