/** The start of a world, as it follows from stubs. */
import type { Json } from '../../../core/primitives/json.ts';
import type { ScenarioDocument } from '../../../scenario/document/scenario-schema.ts';
import type { Seen } from '../recording/recording.ts';

export interface Start {
  readonly scenario: ScenarioDocument;
  /** What a world keeps as its data. */
  readonly seen: readonly Seen[];
}

/** What a world whose data are only what was seen responds to the same requests; undefined: no JSON. */
export type Trial = (seen: readonly Seen[]) => readonly (Json | undefined)[];
