/** What the issuer of a world decides from, and what it answers. */
import type { HttpRequest } from '../../../core/http/http.ts';
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import type { LoginRules, TokenFlaw } from '../../../core/service/login-facts.ts';
import type { State } from '../../../core/state/state.ts';

/** What a world remembers of its logins. Codes, refresh tokens and sessions carry their data themselves. */
export interface Grants {
  /** Sealed data of another generation is of before a reset. Undefined: nothing was sealed yet. */
  readonly generation: string | undefined;
  /** Whether a code, a refresh token or a link was used. */
  readonly isUsed: (id: string) => boolean;
  /** Whether a token, a session, or all tokens of a login were revoked. */
  readonly isRevoked: (id: string) => boolean;
  /** The last ones that were opened and not ended, for people: whether one is good is sealed in its cookie. */
  readonly sessions: () => readonly LoginSession[];
}

/** Somebody who is logged in at a browser. */
export interface LoginSession {
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

/** What the issuer of a world decides from. */
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

export interface LoginAnswer {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** JSON, or a page of HTML. Undefined: none. */
  readonly body?: { readonly json: Json } | { readonly html: string } | undefined;
  readonly grants: readonly Grant[];
  /** For `why`: what was decided. */
  readonly reason: string;
}
