/** Issues tokens for anybody, without a login. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { defaultLoginRules, type TokenOrder } from '../../core/service/login.ts';
import { noGrants } from '../../core/state/grants.ts';
import type { World } from '../world.ts';

export const noLogin = 'The document has no security scheme of type oauth2 or openIdConnect, so there is no issuer.';

/** `base`: the origin of the server, with the path below which it is mounted. Undefined: there is no issuer. */
export const issueToken = (
  { service, state, clock, name }: World,
  order: TokenOrder,
  base: string,
): JsonObject | undefined => {
  const { rules, grants, active } = state;
  return service.login?.issue(
    order,
    {
      world: name,
      now: clock.now(),
      rules: rules.login ?? defaultLoginRules,
      grants: grants ?? noGrants,
      flaws: active.tokenFlaws,
    },
    base,
  );
};
