/** What a world remembers of its logins: what was used, and what was revoked. An immutable value, which worlds share. */
import type { Json } from '../../../core/primitives/json.ts';
import {
  type Latest,
  latestAt,
  listLatest,
  noneLatest,
  withLatest,
  withoutLatest,
} from '../../../core/primitives/latest.ts';
import { loginName } from '../../../core/request/login.ts';
import { type Change, definePart, type PartStateKind, type State, valueOfPart } from '../../../core/state/state.ts';
import type { Grant, Grants, LoginSession } from './login-types.ts';

/** Remembered of each kind: the last ones. */
export const maxGrants = 10_000;

/** Sessions that are shown: the last ones. */
const maxSessions = 100;

export interface RememberedGrants {
  readonly generation: string | undefined;
  readonly used: Latest<true>;
  readonly revoked: Latest<true>;
  readonly sessions: Latest<LoginSession>;
}

/** The grants of a world, as they are saved. */
interface ListedGrants {
  readonly generation?: string | undefined;
  readonly used?: readonly string[] | undefined;
  readonly revoked?: readonly string[] | undefined;
  readonly sessions?: readonly LoginSession[] | undefined;
}

const grantBounds = { maxValues: maxGrants };
const sessionBounds = { maxValues: maxSessions };

export const noGrants: RememberedGrants = {
  generation: undefined,
  used: noneLatest,
  revoked: noneLatest,
  sessions: noneLatest,
};

export const withGrant = (grants: RememberedGrants, grant: Grant): RememberedGrants => {
  switch (grant.type) {
    case 'generation':
      return { ...grants, generation: grant.id };
    case 'used':
      return { ...grants, used: withLatest(grants.used, grant.id, true, grantBounds) };
    case 'session':
      return { ...grants, sessions: withLatest(grants.sessions, grant.session.id, grant.session, sessionBounds) };
    default:
      grant.type satisfies 'revoked';
      return {
        ...grants,
        revoked: withLatest(grants.revoked, grant.id, true, grantBounds),
        sessions: withoutLatest(grants.sessions, grant.id),
      };
  }
};

export const listGrants = ({ generation, used, revoked, sessions }: RememberedGrants): ListedGrants => ({
  ...(generation !== undefined && { generation }),
  used: listLatest(used).map(({ id }) => id),
  revoked: listLatest(revoked).map(({ id }) => id),
  sessions: listLatest(sessions).map(({ value }) => value),
});

export const grantsFrom = ({ generation, used = [], revoked = [], sessions = [] }: ListedGrants): RememberedGrants => {
  const grants: readonly Grant[] = [
    ...used.map((id): Grant => ({ type: 'used', id })),
    ...revoked.map((id): Grant => ({ type: 'revoked', id })),
    ...sessions.map((session): Grant => ({ type: 'session', session })),
  ];
  return grants.reduce(withGrant, { ...noGrants, generation });
};

/** Returns the grants as the issuer asks for them. */
export const viewGrants = ({ generation, used, revoked, sessions }: RememberedGrants): Grants => ({
  generation,
  isUsed: (id) => latestAt(used, id) !== undefined,
  isRevoked: (id) => latestAt(revoked, id) !== undefined,
  sessions: () => listLatest(sessions).map(({ value }) => value),
});

export const grantsOf = (state: Pick<State, 'parts'>): Grants =>
  viewGrants(valueOfPart<RememberedGrants>(state, loginName) ?? noGrants);

export const granted = (grant: Grant): Change => ({
  type: 'part',
  part: loginName,
  change: grant as unknown as Json,
});

export const grantsKind: PartStateKind = definePart<RememberedGrants>({
  name: loginName,
  start: () => noGrants,
  apply: (grants, change) => withGrant(grants, change as unknown as Grant),
  save: (grants) => (grants === noGrants ? undefined : (listGrants(grants) as unknown as Json)),
  restore: (saved) => grantsFrom(saved as unknown as ListedGrants),
});
