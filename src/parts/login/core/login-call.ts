/** What a request tells the issuer of its world. */
import type { RequestContext } from '../../../core/request/request-context.ts';
import { defaultLoginRules, type TokenFlaw } from '../../../core/service/login-facts.ts';
import type { State } from '../../../core/state/state.ts';
import { grantsOf } from './grants.ts';
import type { LoginCall, LoginWorld } from './login-types.ts';

const noFlaws: ReadonlySet<TokenFlaw> = new Set();

export const loginWorldOf = (state: State, now: number): Omit<LoginWorld, 'flaws'> => ({
  world: state.name,
  now,
  rules: state.rules.login ?? defaultLoginRules,
  state,
  grants: grantsOf(state),
});

export const loginCallOf = ({ state, request, now, flaws = noFlaws }: RequestContext): LoginCall => ({
  ...loginWorldOf(state, now),
  request,
  flaws,
});
