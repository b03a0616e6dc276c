/** What the issuer of a world decides from, and what it answers. */
import type { HttpRequest } from '../../../core/http/http.ts';
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import {
  type Latest,
  latestAt,
  listLatest,
  noneLatest,
  withLatest,
  withoutLatest,
} from '../../../core/primitives/latest.ts';
import { loginName } from '../../../core/request/login.ts';
import type { LoginRules, TokenFlaw } from '../../../core/service/login-facts.ts';
import { type Change, definePart, type PartStateKind, type State, valueOfPart } from '../../../core/state/state.ts';

interface LoginSession {
  readonly id: string;
  readonly sub: string;
  readonly client: string;
  /** World time in seconds since the epoch. */
  readonly since: number;
}

export type Grant =
  | { readonly type: 'generation'; readonly id: string }
  | { readonly type: 'used'; readonly id: string }
  | { readonly type: 'revoked'; readonly id: string }
  | { readonly type: 'session'; readonly session: LoginSession };

/** Signs and seals. It is injected, because it needs the cryptography of the platform. All but `ready` is synchronous. */
export interface Issuer {
  /** Makes the key, once. Nothing else may be called before. */
  readonly ready: () => Promise<void>;
  /** The public key as a JWK, with `kid`. */
  readonly publicKey: () => JsonObject;
  /** RS256, in base64url. */
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
  /** A text that nobody else can make; not encrypted. */
  readonly seal: (text: string) => string;
  /** Returns undefined if it was not sealed here. */
  readonly open: (sealed: string) => string | undefined;
  /** In base64url. */
  readonly sha256: (text: string) => string;
  /** 128 random bits in base64url. */
  readonly random: () => string;
}

export interface LoginWorld {
  readonly world: string;
  /** World time in milliseconds since the epoch. */
  readonly now: number;
  readonly rules: LoginRules;
  readonly state: State;
  readonly grants: Grants;
  readonly flaws: ReadonlySet<TokenFlaw>;
}

export interface LoginCall extends LoginWorld {
  readonly request: HttpRequest;
}

export interface LoginDecision {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** JSON, or a page of HTML. Undefined: none. */
  readonly body?: { readonly json: Json } | { readonly html: string } | undefined;
  /** For `why`: what was decided. */
  readonly reason: string;
}

export interface LoginAnswer extends LoginDecision {
  /** What the world has to remember of the request, also if it failed. */
  readonly grants: readonly Grant[];
}

/** The last ones of each kind are remembered. */
export const maxGrants = 10_000;

/** The last sessions are shown. */
const maxSessions = 100;

/** What a world remembers of its logins. Codes, refresh tokens and sessions carry their data themselves. */
interface Grants {
  /** Sealed data of another generation is from before a reset. Undefined: nothing was sealed yet. */
  readonly generation: string | undefined;
  /** Codes, refresh tokens and links. */
  readonly used: Latest<true>;
  /** Tokens, sessions, and logins with all of their tokens. */
  readonly revoked: Latest<true>;
  /** The last ones that were opened and not ended, for people: whether one is good is sealed in its cookie. */
  readonly sessions: Latest<LoginSession>;
}

interface ListedGrants {
  readonly generation?: string | undefined;
  readonly used?: readonly string[] | undefined;
  readonly revoked?: readonly string[] | undefined;
  readonly sessions?: readonly LoginSession[] | undefined;
}

const grantBounds = { maxValues: maxGrants };
const sessionBounds = { maxValues: maxSessions };

export const noGrants: Grants = {
  generation: undefined,
  used: noneLatest,
  revoked: noneLatest,
  sessions: noneLatest,
};

export const withGrant = (grants: Grants, grant: Grant): Grants => {
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

export const listGrants = ({ generation, used, revoked, sessions }: Grants): ListedGrants => ({
  ...(generation !== undefined && { generation }),
  used: listLatest(used).map(({ id }) => id),
  revoked: listLatest(revoked).map(({ id }) => id),
  sessions: listLatest(sessions).map(({ value }) => value),
});

export const grantsFrom = ({ generation, used = [], revoked = [], sessions = [] }: ListedGrants): Grants => {
  const grants: readonly Grant[] = [
    ...used.map((id): Grant => ({ type: 'used', id })),
    ...revoked.map((id): Grant => ({ type: 'revoked', id })),
    ...sessions.map((session): Grant => ({ type: 'session', session })),
  ];
  return grants.reduce(withGrant, { ...noGrants, generation });
};

export const isUsed = ({ used }: Grants, id: string): boolean => latestAt(used, id) !== undefined;

export const isRevoked = ({ revoked }: Grants, id: string): boolean => latestAt(revoked, id) !== undefined;

export const grantsOf = (state: State): Grants => valueOfPart<Grants>(state, loginName) ?? noGrants;

export const granted = (grant: Grant): Change => ({
  type: 'part',
  part: loginName,
  change: grant as unknown as Json,
});

export const grantsKind: PartStateKind = definePart<Grants>({
  name: loginName,
  start: () => noGrants,
  apply: (grants, change) => withGrant(grants, change as unknown as Grant),
  save: (grants) => (grants === noGrants ? undefined : (listGrants(grants) as unknown as Json)),
  restore: (saved) => grantsFrom(saved as unknown as ListedGrants),
});
