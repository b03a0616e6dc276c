/** The login of a world for its user: tokens for anybody, and who is logged in. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { defaultLoginRules, type TokenOrder, usualUsers } from '../../core/service/login.ts';
import { noGrants } from '../../core/state/grants.ts';
import type { World } from '../world.ts';

export const noLogin = 'The document has no security scheme of type oauth2 or openIdConnect, so there is no issuer.';

/** `base`: the origin of the server, with the path below which it is mounted. Undefined: there is no issuer. */
export const issueToken = (
  { decisions: { service, state }, clock, name }: World,
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

/** Who can log in, and who has. Undefined: there is no issuer. */
export const viewLogin = ({ decisions: { service, state }, name }: World, base: string): JsonObject | undefined => {
  const { login } = service;
  if (login === undefined) return undefined;
  const users = state.rules.login?.users ?? usualUsers;
  return {
    issuer: login.addressOf(base, name),
    scopes: [...login.scopes],
    users: users.map(({ sub, name: full = null, email = null, scopes = null }) => ({ sub, name: full, email, scopes })),
    sessions: (state.grants ?? noGrants)
      .sessions()
      .toReversed()
      .map(({ sub, client, since }) => ({ sub, client, since: new Date(since * 1000).toISOString() })),
  };
};
