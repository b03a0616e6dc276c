import type { FaultCounts, FaultEntry } from '../../core/faults/fault.ts';
import { type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import type { RecordedResponse } from '../../core/state/recorded-response.ts';
import { defaultRules, type Rules } from '../../core/state/state.ts';
import { loginFrom } from '../../parts/login/section.ts';
import { refusalsFrom } from '../../parts/refusals/index.ts';
import type { ScenarioProblem } from './document-path.ts';
import { faultFrom } from './fault-document.ts';
import type { ClockDocument, ResumeDocument, ScenarioDocument } from './scenario-schema.ts';
import { parseTimestamp } from './timestamp.ts';

/** A scenario from which worlds start: their initial data, clock, rules and faults. */
export interface Scenario {
  /** An inline scenario has none. */
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** The source as written, without the extended scenarios. */
  readonly source: ScenarioDocument;
  /** Merged with all extended scenarios. */
  readonly document: ScenarioDocument;
  readonly seed: number;
  readonly clock: ClockStart;
  readonly rules: Rules;
  /** The initial items by collection. */
  readonly data: ReadonlyMap<string, readonly JsonObject[]>;
  /** The number of items to generate after them, by collection. */
  readonly generate: ReadonlyMap<string, number>;
  /** Whether generated items begin with the document's examples. */
  readonly examples: boolean;
  /** In the order in which they are considered. */
  readonly faults: readonly FaultEntry[];
  /** What is forwarded, in place of what the flags say. */
  readonly upstream: UpstreamDocument | undefined;
  /** The responses of operations without a collection. */
  readonly responses: readonly RecordedResponse[];
  readonly resume: Resume | undefined;
  readonly locate: Locate;
}

export interface ClockStart {
  /** Milliseconds since the epoch; undefined: real time. */
  readonly at: number | undefined;
  readonly frozen: boolean;
}

/** The rest of a saved world's state. */
export interface Resume {
  /** World time in milliseconds since the epoch. */
  readonly startedAt: number | undefined;
  readonly exchanges: number;
  readonly calls: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, FaultCounts>;
  /** The id of the next item of each collection; for text ids, its number. */
  readonly nextIds: ReadonlyMap<string, bigint>;
  /** What parts of the simulation remember, by their names. */
  readonly parts: Readonly<Record<string, Json>>;
  /** The keys of deleted singletons by collection. */
  readonly deleted: ReadonlyMap<string, readonly string[]>;
}

export type UpstreamDocument = NonNullable<ScenarioDocument['upstream']>;

export type Locate = (problem: ScenarioProblem) => ConfigProblem;

const defaultSeed = 1;

/** Creates a scenario from a checked document with resolved `extends`. */
export const createScenario = (
  name: string | undefined,
  document: ScenarioDocument,
  { source, locate }: Pick<Scenario, 'source' | 'locate'> = { source: document, locate: configProblem },
): Scenario => ({
  name,
  description: document.description,
  source,
  document,
  seed: document.seed ?? defaultSeed,
  clock: clockFrom(document.clock),
  rules: {
    requests: document.requests ?? defaultRules.requests,
    ...(document.locale !== undefined && { locale: document.locale }),
    keys: document.auth?.keys,
    rejected: document.auth?.rejected ?? defaultRules.rejected,
    defaults: mapFrom(document.defaults),
    ...loginFrom(document.auth),
    ...(document.webhooks !== undefined && { webhooks: document.webhooks }),
    ...(document.refusals !== undefined && { refusals: refusalsFrom(document.refusals) }),
  },
  // The map of a singleton is a list with one item.
  data: new Map(Object.entries(document.data ?? {}).map(([name, value]) => [name, [value].flat() as JsonObject[]])),
  generate: mapFrom(document.generate),
  examples: document.examples ?? false,
  faults: (document.faults ?? []).map(faultFrom),
  upstream: document.upstream,
  responses: document.responses ?? [],
  resume: document.resume && resumeFrom(document.resume),
  locate,
});

/** Returns undefined for real time. Expects a checked document. */
export const clockFrom = (clock: ClockDocument | undefined): ClockStart => {
  if (clock === undefined) return { at: undefined, frozen: false };
  return typeof clock === 'string'
    ? { at: parseTimestamp(clock), frozen: false }
    : { at: parseTimestamp(clock.at), frozen: clock.frozen ?? false };
};

const resumeFrom = ({
  start: _start,
  startedAt,
  exchanges = 0,
  calls,
  faults = {},
  nextIds = {},
  deleted,
  ...parts
}: ResumeDocument): Resume => ({
  startedAt: startedAt === undefined ? undefined : parseTimestamp(startedAt),
  exchanges,
  calls: mapFrom(calls),
  faults: new Map(Object.entries(faults).map(([name, counts]) => [name, countsFrom(counts)])),
  nextIds: new Map(Object.entries(nextIds).map(([name, id]) => [name, BigInt(id)])),
  deleted: mapFrom(deleted),
  parts: parts as Resume['parts'],
});

const countsFrom = ({ seen, fired, since }: NonNullable<ResumeDocument['faults']>[string]): FaultCounts => ({
  seen,
  fired,
  since: since === undefined ? undefined : parseTimestamp(since),
});

const mapFrom = <Value>(properties: Readonly<Record<string, Value>> | undefined): ReadonlyMap<string, Value> =>
  new Map(Object.entries(properties ?? {}));
