/** What a world remembers of its logins: what was used, and what was revoked. An immutable value, which worlds share. */
import type { Json } from '../../../core/primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  type SortedMap,
  setIn,
  sizeOf,
  valuesOf,
} from '../../../core/primitives/sorted-map.ts';
import { loginName } from '../../../core/request/login.ts';
import { type Change, definePart, type PartStateKind, type State, valueOfPart } from '../../../core/state/state.ts';
import type { Grant, Grants, LoginSession } from './login-types.ts';

/** Remembered of each kind: the last ones. */
export const maxGrants = 10_000;

/** Sessions that are shown: the last ones. */
const maxSessions = 100;

interface Entry<Value> {
  readonly id: string;
  readonly order: number;
  readonly value: Value;
}

/** The last values, by their ids. */
interface Latest<Value> {
  readonly next: number;
  readonly byId: SortedMap<string, Entry<Value>>;
  readonly byOrder: SortedMap<number, Entry<Value>>;
}

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

const none = { next: 0, byId: emptySortedMap<string, never>(), byOrder: emptySortedMap<number, never>() } as const;

const without = <Value>(latest: Latest<Value>, id: string): Latest<Value> => {
  const known = getFrom(latest.byId, id);
  if (known === undefined) return latest;
  return { ...latest, byId: deleteFrom(latest.byId, id), byOrder: deleteFrom(latest.byOrder, known.order) };
};

const add = <Value>(latest: Latest<Value>, id: string, value: Value, max: number): Latest<Value> => {
  const { next, byId, byOrder } = without(latest, id);
  const entry = { id, order: next, value };
  const grown = { next: next + 1, byId: setIn(byId, id, entry), byOrder: setIn(byOrder, next, entry) };
  if (sizeOf(grown.byId) <= max) return grown;
  const oldest = valuesOf(grown.byOrder).next().value as Entry<Value>;
  return without(grown, oldest.id);
};

const listed = <Value>({ byOrder }: Latest<Value>): readonly Entry<Value>[] => [...valuesOf(byOrder)];

export const noGrants: RememberedGrants = { generation: undefined, used: none, revoked: none, sessions: none };

export const withGrant = (grants: RememberedGrants, grant: Grant): RememberedGrants => {
  switch (grant.type) {
    case 'generation':
      return { ...grants, generation: grant.id };
    case 'used':
      return { ...grants, used: add(grants.used, grant.id, true, maxGrants) };
    case 'session':
      return { ...grants, sessions: add(grants.sessions, grant.session.id, grant.session, maxSessions) };
    default:
      grant.type satisfies 'revoked';
      return {
        ...grants,
        revoked: add(grants.revoked, grant.id, true, maxGrants),
        sessions: without(grants.sessions, grant.id),
      };
  }
};

export const listGrants = ({ generation, used, revoked, sessions }: RememberedGrants): ListedGrants => ({
  ...(generation !== undefined && { generation }),
  used: listed(used).map(({ id }) => id),
  revoked: listed(revoked).map(({ id }) => id),
  sessions: listed(sessions).map(({ value }) => value),
});

export const grantsFrom = ({ generation, used = [], revoked = [], sessions = [] }: ListedGrants): RememberedGrants => {
  const grants: readonly Grant[] = [
    ...used.map((id): Grant => ({ type: 'used', id })),
    ...revoked.map((id): Grant => ({ type: 'revoked', id })),
    ...sessions.map((session): Grant => ({ type: 'session', session })),
  ];
  return grants.reduce(withGrant, { ...noGrants, generation });
};

/** As the issuer asks for them. */
export const viewGrants = ({ generation, used, revoked, sessions }: RememberedGrants): Grants => ({
  generation,
  isUsed: (id) => getFrom(used.byId, id) !== undefined,
  isRevoked: (id) => getFrom(revoked.byId, id) !== undefined,
  sessions: () => listed(sessions).map(({ value }) => value),
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
