/** What a world remembers of its logins: what was used, and what was revoked. */
import type { Grant, Grants } from '../service/login.ts';

/** Remembered of each kind: the last ones. */
export const maxGrants = 10_000;

/** As it is saved. */
export interface ListedGrants {
  readonly generation?: string | undefined;
  readonly used?: readonly string[] | undefined;
  readonly revoked?: readonly string[] | undefined;
}

export class RememberedGrants implements Grants {
  generation: string | undefined;
  readonly #used: Set<string>;
  readonly #revoked: Set<string>;

  constructor({ generation, used, revoked }: ListedGrants = {}) {
    this.generation = generation;
    this.#used = new Set(used);
    this.#revoked = new Set(revoked);
  }

  readonly isUsed = (id: string): boolean => this.#used.has(id);

  readonly isRevoked = (id: string): boolean => this.#revoked.has(id);

  add(grant: Grant): void {
    switch (grant.type) {
      case 'generation':
        this.generation = grant.id;
        return;
      case 'used':
        remember(this.#used, grant.id);
        return;
      default:
        grant.type satisfies 'revoked';
        remember(this.#revoked, grant.id);
    }
  }

  copy(): RememberedGrants {
    return new RememberedGrants(this.list());
  }

  list(): ListedGrants {
    return { generation: this.generation, used: [...this.#used], revoked: [...this.#revoked] };
  }
}

const remember = (ids: Set<string>, id: string): void => {
  ids.delete(id);
  ids.add(id);
  if (ids.size > maxGrants) ids.delete(ids.values().next().value as string);
};

export const noGrants: Grants = { generation: undefined, isUsed: () => false, isRevoked: () => false };
