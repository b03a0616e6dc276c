/** The login of a world for its user: tokens for anybody, and who is logged in. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { loginOf } from '../../core/request/login.ts';
import type { TokenOrder } from '../../core/service/login-facts.ts';
import type { World } from '../../world/world.ts';

export const noLogin = 'The document has no security scheme of type oauth2 or openIdConnect, so there is no issuer.';

/** `base`: the origin of the server, with the path below which it is mounted. Undefined: there is no issuer. */
export const issueToken = (
  { decisions: { service, state }, clock }: World,
  order: TokenOrder,
  base: string,
): JsonObject | undefined => loginOf(service)?.issue(order, state, clock.now(), base);

/** Who can log in, and who has. Undefined: there is no issuer. */
export const viewLogin = ({ decisions: { service, state } }: World, base: string): JsonObject | undefined =>
  loginOf(service)?.view(state, base);
