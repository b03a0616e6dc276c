/**
 * The starts of worlds as data. A named scenario is kept once, under the hash of its content: the files of the servers may
 * differ, and a reset means the same on all of them.
 */
import { hash as digest } from 'node:crypto';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import type { Service } from '../../../core/service/service.ts';
import { faultToDocument } from '../../../scenario/document/fault-document.ts';
import { type ClockStart, createScenario, type Scenario } from '../../../scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../scenario/document/scenario-schema.ts';
import { startOfScenario } from '../../../world/control/scenario-start.ts';
import type { WorldStart } from '../../../world/world.ts';
import { parse, type StartCodec, type StoredStart } from './encode-command.ts';

/** The number of starts that are kept: worlds with the same start share its data. */
const maxStarts = 200;

export interface StoredScenario {
  readonly hash: string;
  readonly text: string;
}

interface Encoded {
  readonly stored: StoredStart;
  /** If it is undefined, the scenario is part of `stored`. */
  readonly hash: string | undefined;
  readonly text: string;
}

export class Starts implements StartCodec {
  readonly #service: Service;
  readonly #fetch: (hash: string) => Promise<string>;
  readonly #encoded = new WeakMap<WorldStart, Encoded>();
  readonly #decoded = new Map<string, WorldStart>();

  constructor(service: Service, fetch: (hash: string) => Promise<string>) {
    this.#service = service;
    this.#fetch = fetch;
  }

  encode(start: WorldStart): StoredStart {
    return this.#encodedOf(start).stored;
  }

  /** The scenario that must be in the store before the start may be named; undefined: none. */
  scenarioOf(start: WorldStart): StoredScenario | undefined {
    const { hash, text } = this.#encodedOf(start);
    return hash === undefined ? undefined : { hash, text };
  }

  async decode(stored: StoredStart): Promise<WorldStart> {
    const key = stringifyJson(stored);
    const known = this.#decoded.get(key);
    if (known !== undefined) return known;
    const { name, hash, inline, seed, clock } = stored as unknown as Parts;
    const text = hash === undefined ? (inline as string) : await this.#fetch(hash);
    const scenario = createScenario(name ?? undefined, parse(text) as ScenarioDocument);
    const start = startOfScenario(this.#service, scenario, { name, seed, clock });
    this.#keep(key, start);
    return start;
  }

  #encodedOf(start: WorldStart): Encoded {
    const known = this.#encoded.get(start);
    if (known !== undefined) return known;
    const { scenario, overrides } = start;
    const { name, seed, clock } = overrides;
    const text = stringifyJson(documentOf(scenario) as Json);
    const hash = name === null ? undefined : hashOf(text);
    const stored = {
      name,
      ...(hash === undefined ? { inline: text } : { hash }),
      ...(seed !== undefined && { seed }),
      ...(clock !== undefined && { clock: { ...clock } as unknown as Json }),
    };
    const encoded = { stored, hash, text };
    this.#encoded.set(start, encoded);
    // Worlds that this server starts share their data with those that others start alike.
    if (hash !== undefined) this.#keep(stringifyJson(stored), start);
    return encoded;
  }

  #keep(key: string, start: WorldStart): void {
    if (!this.#decoded.has(key)) this.#decoded.set(key, start);
    if (this.#decoded.size > maxStarts) this.#decoded.delete(this.#decoded.keys().next().value as string);
  }
}

/** The name of a scenario in the store. */
export const hashOf = (text: string): string => digest('sha256', text).slice(0, 32);

interface Parts {
  readonly name: string | null;
  readonly hash?: string;
  readonly inline?: string;
  readonly seed?: number;
  readonly clock?: ClockStart;
}

/** The document with `--fault` and `--seed`, which are not part of the scenario's own document. */
const documentOf = ({ document, seed, faults }: Scenario): ScenarioDocument => ({
  ...document,
  seed,
  ...(faults.length > 0 && { faults: faults.map(faultToDocument) as ScenarioDocument['faults'] }),
});
