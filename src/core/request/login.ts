/** The login of a service, as the core knows it: a part judges the tokens of requests, and issues some. */
import type { JsonObject } from '../primitives/json.ts';
import type { TokenJudgement, TokenOrder } from '../service/login-facts.ts';
import type { Service, ServicePart } from '../service/service.ts';
import type { Collection } from '../state/collection.ts';
import type { State } from '../state/state.ts';
import type { JudgeToken } from './authenticate.ts';
import type { RequestContext } from './request-context.ts';

export interface LoginPart extends ServicePart {
  readonly judge: (token: string, context: RequestContext) => TokenJudgement;
  /** The id of the one of these users whose token the request has. */
  readonly accountOf: (context: RequestContext, users: Collection) => string | undefined;
  /** The response of the token endpoint for an order. `base`: the origin of the server, with the path below which it is mounted. */
  readonly issue: (order: TokenOrder, state: State, now: number, base: string) => JsonObject;
  /** Who can log in, and who has. */
  readonly view: (state: State, base: string) => JsonObject;
}

export const loginName = 'login';

/** The login of a service; undefined if no document declares one. */
export const loginOf = ({ attached = [] }: Pick<Service, 'attached'>): LoginPart | undefined =>
  attached.find(({ name }) => name === loginName) as LoginPart | undefined;

/** Judges tokens by the issuer of the service; undefined without an issuer, since every token is then of somebody else. */
export const judgeOf = (context: RequestContext): JudgeToken | undefined => {
  const login = loginOf(context.served);
  return login && ((token) => login.judge(token, context));
};
