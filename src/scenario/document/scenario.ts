import type { FaultCounts, FaultEntry } from '../../core/faults/fault.ts';
import { type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { defaultRules, type Rules } from '../../core/state/state.ts';
import type { ScenarioProblem } from './document-path.ts';
import { faultFrom } from './fault-document.ts';
import type { ClockDocument, ResumeDocument, ScenarioDocument } from './schema.ts';
import { parseTimestamp } from './timestamp.ts';

/** A scenario, ready to start worlds from: where they start, and which faults they have. */
export interface Scenario {
  /** Undefined for one that was given whole. */
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** As it is written: what it extends is not merged in. */
  readonly source: ScenarioDocument;
  /** With all that it extends. */
  readonly document: ScenarioDocument;
  readonly seed: number;
  readonly clock: ClockStart;
  readonly rules: Rules;
  /** By collection: the items at the start. */
  readonly data: ReadonlyMap<string, readonly JsonObject[]>;
  /** By collection: how many items to generate after them. */
  readonly generate: ReadonlyMap<string, number>;
  /** Whether they begin with what the document gives as examples. */
  readonly examples: boolean;
  /** In the order in which they are considered. */
  readonly faults: readonly FaultEntry[];
  readonly resume: Resume | undefined;
  /** Finds a problem in the files that the scenario was read from. */
  readonly locate: Locate;
}

export interface ClockStart {
  /** Milliseconds since the epoch; undefined: real time. */
  readonly at: number | undefined;
  readonly frozen: boolean;
}

/** What else a world needs to go on as it was. */
export interface Resume {
  /** World time in milliseconds since the epoch. */
  readonly startedAt: number | undefined;
  readonly exchanges: number;
  readonly calls: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, FaultCounts>;
  /** By collection: the id that its next item gets; where ids are texts, its number. */
  readonly nextIds: ReadonlyMap<string, bigint>;
}

export type Locate = (problem: ScenarioProblem) => ConfigProblem;

const defaultSeed = 1;

/** The problem of a scenario that came from no file. */
export const locateNowhere: Locate = ({ code, message, hint }) => configProblem({ code, message, hint });

/** Where it was read: as it is written, and how its problems are found. */
export interface ScenarioOrigin {
  readonly source: ScenarioDocument;
  readonly locate: Locate;
}

/** A scenario of a checked document whose `extends` is resolved. */
export const createScenario = (
  name: string | undefined,
  document: ScenarioDocument,
  { source, locate }: ScenarioOrigin = { source: document, locate: locateNowhere },
): Scenario => ({
  name,
  description: document.description,
  source,
  document,
  seed: document.seed ?? defaultSeed,
  clock: clockFrom(document.clock),
  rules: {
    requests: document.requests ?? defaultRules.requests,
    keys: document.auth?.keys,
    rejected: document.auth?.rejected ?? defaultRules.rejected,
    defaults: mapFrom(document.defaults),
  },
  data: dataFrom(document.data),
  generate: mapFrom(document.generate),
  examples: document.examples ?? false,
  faults: (document.faults ?? []).map(faultFrom),
  resume: document.resume && resumeFrom(document.resume),
  locate,
});

/** Left out: real time, running. A time that is no time cannot come from a checked document. */
export const clockFrom = (clock: ClockDocument | undefined): ClockStart => {
  if (clock === undefined) return { at: undefined, frozen: false };
  return typeof clock === 'string'
    ? { at: parseTimestamp(clock), frozen: false }
    : { at: parseTimestamp(clock.at), frozen: clock.frozen ?? false };
};

const resumeFrom = (resume: ResumeDocument): Resume => ({
  startedAt: resume.startedAt === undefined ? undefined : parseTimestamp(resume.startedAt),
  exchanges: resume.exchanges ?? 0,
  calls: mapFrom(resume.calls),
  faults: new Map(Object.entries(resume.faults ?? {}).map(([name, counts]) => [name, countsFrom(counts)])),
  nextIds: new Map(Object.entries(resume.nextIds ?? {}).map(([name, id]) => [name, BigInt(id)])),
});

const countsFrom = ({ seen, fired, since }: NonNullable<ResumeDocument['faults']>[string]): FaultCounts => ({
  seen,
  fired,
  since: since === undefined ? undefined : parseTimestamp(since),
});

/** A singleton's map is its one item. */
const dataFrom = (data: ScenarioDocument['data']): Scenario['data'] =>
  new Map(Object.entries(data ?? {}).map(([name, given]) => [name, isList(given) ? given : [given]]));

const isList = (given: readonly JsonObject[] | JsonObject): given is readonly JsonObject[] => Array.isArray(given);

const mapFrom = <Value>(properties: Readonly<Record<string, Value>> | undefined): ReadonlyMap<string, Value> =>
  new Map(Object.entries(properties ?? {}));
