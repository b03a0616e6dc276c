/** A stub of another tool: which requests it is for, and how they are answered. */
import type { Json, JsonPath } from '../../../core/primitives/json.ts';
import type { FaultObject } from '../../../scenario/document/fault-schema.ts';
import type { ScenarioDocument } from '../../../scenario/document/scenario-schema.ts';
import {
  Inexpressible,
  type KeyTree,
  type Note,
  type Seen,
  type SeenBody,
  type SeenHeaders,
  type SeenPlace,
} from '../recording.ts';
import type { Wildcard } from './stub-wildcard.ts';

export interface Stub {
  readonly place: SeenPlace;
  /** What becomes of the keys below `place`, if the stub is carried over. */
  readonly keys: KeyTree;
  /** The keys on which the reader decided. */
  readonly notes: readonly Note[];
  readonly name: string | undefined;
  /** Upper case. Undefined: any. */
  readonly method: string | undefined;
  /** One must match. With the base path, without the query. */
  readonly paths: readonly Wildcard[];
  /** The condition on the address as it is written; undefined: there is none, or the reader counts it itself. */
  readonly url?: { readonly text: string; readonly place: SeenPlace } | undefined;
  /** With its parameters, if the source tells them: `/books/{id}`. */
  readonly template?: string | undefined;
  /** Whether a request with other parameters in its query is another request. */
  readonly isWholeQuery: boolean;
  readonly query: readonly NamedPattern[];
  /** Names in lower case. */
  readonly headers: readonly NamedPattern[];
  /** A part of the JSON of the body. Undefined: any body. */
  readonly body: Json | undefined;
  /** Whether it also answers requests that the source excludes. */
  readonly isBroad: boolean;
  /** The lowest comes first. */
  readonly priority: number;
  readonly response: StubResponse;
  /** Effects on the delivery, in addition to the response. */
  readonly delivery: readonly StubDelivery[];
  readonly scenario?: StubScenario | undefined;
  /** Which of its requests get the response, one of several times. Undefined: all. */
  readonly whens?: readonly When[] | undefined;
  /** Whether the data of the world are its response: only its delivery is a fault. */
  readonly isPlayed?: boolean | undefined;
  /** The folders of the source, outermost first. */
  readonly tags?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

/** The operators that say what a request must not have. Nearly every request meets them, so they are not imported. */
export const negativeConditions: ReadonlySet<unknown> = new Set(['absent', 'doesNotMatch', 'doesNotContain', 'not']);

export interface NamedPattern {
  readonly name: string;
  readonly pattern: Wildcard;
}

export interface StubResponse {
  readonly status: number;
  /** Names as they are written. */
  readonly headers: SeenHeaders;
  /** `unknown`: it cannot be told, and the document's example takes its place. */
  readonly body: SeenBody | 'unknown' | undefined;
}

export type When = NonNullable<FaultObject['when']>;

/** `suffix`: of the fault's name. */
export interface StubDelivery {
  readonly suffix: 'delay' | 'dribble' | 'lost';
  readonly effect: Pick<FaultObject, 'latency' | 'dribble' | 'transport' | 'work'>;
  /** The key that it is made from. */
  readonly place: SeenPlace;
}

export interface StubScenario {
  readonly name: string;
  /** If it is undefined, it is any state. */
  readonly required: string | undefined;
  /** If it is undefined, the state stays. */
  readonly next: string | undefined;
}

export interface Start {
  readonly scenario: ScenarioDocument;
  /** What a world keeps as its data. */
  readonly seen: readonly Seen[];
}

/** What a world whose data are only what was seen responds to the same requests; undefined: no JSON. */
export type Trial = (seen: readonly Seen[]) => readonly (Json | undefined)[];

/** Notes what a condition became. A row says so if the patterns are for more texts than `before`, the condition as it is written. */
export const carryOneOf = (
  patterns: readonly Wildcard[],
  before: string,
  place: SeenPlace,
  ...path: JsonPath
): readonly Wildcard[] => {
  if (patterns.some(({ isBroad }) => isBroad))
    place.widen(before, patterns.map(({ glob }) => glob).join(' or '), ...path);
  else place.carry(...path);
  return patterns;
};

/** States what is lost: the key that the error names, else the whole part. @throws any other error */
export const lose = (error: unknown, place: SeenPlace): void => {
  if (!(error instanceof Inexpressible)) throw error;
  (error.place ?? place).lose(error.message);
};
