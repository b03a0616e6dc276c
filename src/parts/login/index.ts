/** The door of logins: a service whose document declares one gets an issuer of tokens for each of its worlds. */

import type { JsonObject } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { parseDuration } from '../../core/primitives/units.ts';
import { loginOf } from '../../core/request/login.ts';
import type { KeepKey, TokenOrder } from '../../core/service/login-facts.ts';
import type { Service } from '../../core/service/service.ts';
import type { ScenarioProblem } from '../../scenario/document/document-path.ts';
import { explainIssues } from '../../scenario/document/explain-issues.ts';
import { duration, map, text } from '../../scenario/document/schema-values.ts';
import type { World } from '../../world/world.ts';
import type { IssuerOfWorlds } from './load.ts';
import { tokenClaims } from './section.ts';

/** Gives a service its issuer, if a document declares a login. `previous`: keeps its key. */
export const attachLogin = async (
  service: Service,
  previous: Service | undefined,
  keepKey: KeepKey | undefined,
): Promise<Service> => {
  if (service.logins.length === 0) return service;
  // Loaded now: most documents declare no login.
  const { createNodeIssuer, withLogin } = await import('./load.ts');
  const previousLogin = previous && (loginOf(previous) as IssuerOfWorlds | undefined);
  return withLogin(service, previousLogin?.issuer ?? createNodeIssuer(keepKey));
};

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

const tokenOrderSchema = lazily(() =>
  map('an object', {
    sub: text().min(1, { error: 'a text' }).optional(),
    scope: text('scopes with spaces between them').optional(),
    audience: text().min(1, { error: 'a text' }).optional(),
    lifetime: duration().optional(),
    claims: tokenClaims().optional(),
  }),
);

type ReadTokenOrder =
  | { readonly ok: true; readonly order: TokenOrder }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** An order for tokens, shared by the control API and the library. */
export const readTokenOrder = (value: unknown): ReadTokenOrder => {
  const result = tokenOrderSchema().safeParse(value, { reportInput: true });
  if (!result.success) return { ok: false, problems: explainIssues(result.error.issues, 'the token') };
  const { lifetime, ...order } = result.data;
  return { ok: true, order: { ...order, lifetimeMs: lifetime === undefined ? undefined : parseDuration(lifetime) } };
};
