/** What a world remembers of its logins: what was used, and what was revoked. */
import type { Grant, Grants, LoginSession } from '../service/login.ts';

/** Remembered of each kind: the last ones. */
export const maxGrants = 10_000;

/** Sessions that are shown: the last ones. */
const maxSessions = 100;

/** The grants of a world, as they are saved. */
export interface ListedGrants {
  readonly generation?: string | undefined;
  readonly used?: readonly string[] | undefined;
  readonly revoked?: readonly string[] | undefined;
  readonly sessions?: readonly LoginSession[] | undefined;
}

export class RememberedGrants implements Grants {
  generation: string | undefined;
  readonly #used: Set<string>;
  readonly #revoked: Set<string>;
  readonly #sessions: Map<string, LoginSession>;

  constructor({ generation, used, revoked, sessions = [] }: ListedGrants = {}) {
    this.generation = generation;
    this.#used = new Set(used);
    this.#revoked = new Set(revoked);
    this.#sessions = new Map(sessions.map((session) => [session.id, session]));
  }

  readonly isUsed = (id: string): boolean => this.#used.has(id);

  readonly isRevoked = (id: string): boolean => this.#revoked.has(id);

  readonly sessions = (): readonly LoginSession[] => [...this.#sessions.values()];

  add(grant: Grant): void {
    switch (grant.type) {
      case 'generation':
        this.generation = grant.id;
        return;
      case 'used':
        remember(this.#used, grant.id);
        return;
      case 'session':
        this.#sessions.set(grant.session.id, grant.session);
        dropOldest(this.#sessions, maxSessions);
        return;
      default:
        grant.type satisfies 'revoked';
        remember(this.#revoked, grant.id);
        this.#sessions.delete(grant.id);
    }
  }

  copy(): RememberedGrants {
    return new RememberedGrants(this.list());
  }

  list(): ListedGrants {
    return {
      generation: this.generation,
      used: [...this.#used],
      revoked: [...this.#revoked],
      sessions: this.sessions(),
    };
  }
}

const remember = (ids: Set<string>, id: string): void => {
  ids.delete(id);
  ids.add(id);
  dropOldest(ids, maxGrants);
};

const dropOldest = (ids: Set<string> | Map<string, unknown>, max: number): void => {
  if (ids.size > max) ids.delete(ids.keys().next().value as string);
};

export const noGrants: Grants = {
  generation: undefined,
  isUsed: () => false,
  isRevoked: () => false,
  sessions: () => [],
};
