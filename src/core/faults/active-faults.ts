/** The faults of a world that are on, found by operation, method and path: a thousand rules for other requests cost nothing. */

import { normalizePath } from '../http/http.ts';
import { getOrInsert, maxRememberedParts } from '../primitives/lazy.ts';
import type { TokenFlaw } from '../service/login-facts.ts';
import { asList, type FaultSubject, matchesTarget } from './conditions.ts';
import { type Fault, type FaultEntry, mayLoseResponses } from './fault.ts';

/** The faults that may match a request, in the order of the world. */
export interface Candidates {
  readonly faults: readonly Fault[];
  /** The names of the first of the others, which do not match. */
  readonly others: readonly string[];
}

/** At most so many of the faults that do not match are named. */
export const maxNamedMismatches = 10;

export class ActiveFaults {
  readonly entries: readonly FaultEntry[];
  readonly mayLoseResponses: boolean;
  /** The faults by operation, or the name of the service where none matched, and by method. */
  readonly #targets = new Map<unknown, Map<string, Target>>();
  #kept = 0;

  /** `faults`: all of a state, also those that are off. */
  constructor(faults: ReadonlyMap<string, FaultEntry>) {
    this.entries = [...faults.values()].filter(({ enabled }) => enabled);
    this.mayLoseResponses = mayLoseResponses(this.entries);
  }

  get tokenFlaws(): ReadonlySet<TokenFlaw> {
    return new Set(this.entries.flatMap(({ fault: { effect } }) => (effect.type === 'token' ? [effect.token] : [])));
  }

  candidatesFor(subject: FaultSubject): Candidates {
    const operation = subject.operation ?? subject.service;
    const { method } = subject.request;
    const target = this.#targets.get(operation)?.get(method) ?? this.#addTarget(operation, method, subject);
    return target.at(subject.path);
  }

  #addTarget(operation: unknown, method: string, subject: FaultSubject): Target {
    const positions = [...this.entries.keys()].filter((at) =>
      matchesTarget((this.entries[at] as FaultEntry).fault, subject),
    );
    this.#kept += positions.length + 1;
    if (this.#kept > maxRememberedParts) {
      this.#targets.clear();
      this.#kept = positions.length + 1;
    }
    const target = new Target(this.entries, positions);
    getOrInsert(this.#targets, operation, () => new Map()).set(method, target);
    return target;
  }
}

/** The faults that may match the requests of an operation with a method. */
class Target {
  readonly #all: readonly FaultEntry[];
  /** The positions in the list of those without a path, or with a pattern. */
  readonly #general: number[] = [];
  /** The positions of those that name a path. */
  readonly #byPath = new Map<string, number[]>();
  /** The candidates by a path that is named; the empty path stands for all others. */
  readonly #candidates = new Map<string, Candidates>();

  constructor(all: readonly FaultEntry[], positions: readonly number[]) {
    this.#all = all;
    for (const position of positions) {
      const path = all[position]?.fault.on?.path;
      const paths = path === undefined ? ['*'] : asList(path).map(normalizePath);
      if (paths.some((one) => one.includes('*'))) this.#general.push(position);
      else for (const one of new Set(paths)) getOrInsert(this.#byPath, one, () => []).push(position);
    }
  }

  at(path: string | undefined): Candidates {
    const named = path === undefined ? undefined : this.#byPath.get(path);
    const key = named === undefined ? '' : (path as string);
    return getOrInsert(this.#candidates, key, () => this.#find(named ?? []));
  }

  #find(named: readonly number[]): Candidates {
    const positions = new Set([...this.#general, ...named].sort((left, right) => left - right));
    const others: string[] = [];
    for (let position = 0; position < this.#all.length && others.length < maxNamedMismatches; position++)
      if (!positions.has(position)) others.push((this.#all[position] as FaultEntry).fault.name);
    return { faults: [...positions].map((position) => (this.#all[position] as FaultEntry).fault), others };
  }
}
