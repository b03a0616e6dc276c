/** What a request tells the issuer of its world. */
import { defaultLoginRules, type LoginCall, type TokenFlaw } from '../service/login.ts';
import { noGrants } from '../state/grants.ts';
import type { JudgeToken } from './authenticate.ts';
import type { RequestContext } from './request-context.ts';

const noFlaws: ReadonlySet<TokenFlaw> = new Set();

export const loginCallOf = ({ state, request, now, flaws = noFlaws }: RequestContext): LoginCall => ({
  request,
  world: state.name,
  now,
  rules: state.rules.login ?? defaultLoginRules,
  grants: state.grants ?? noGrants,
  flaws,
});

/** Undefined: there is no issuer, so that every token is foreign. */
export const judgeOf = (context: RequestContext): JudgeToken | undefined => {
  const { login } = context.served;
  return login && ((token) => login.judge(token, loginCallOf(context)));
};
