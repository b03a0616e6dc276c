/** A world as it is saved: a scenario that restores it, and the start that a reset restores. */
import type { JsonObject } from '../../core/primitives/json.ts';
import type { Service } from '../../core/service/service.ts';
import { copyState, type State } from '../../core/state/state.ts';
import type { ClockStart } from '../../scenario/document/read-scenario.ts';
import type { ScenarioDocument, StartDocument } from '../../scenario/document/scenario-schema.ts';
import { clockOf, scenarioOf, scenarioWith, writtenCollections } from '../../scenario/file/from-world.ts';
import { inPieces } from '../../scenario/file/in-pieces.ts';
import { scenarioToJson } from '../../scenario/file/to-json.ts';
import { withRecordedLatency } from '../../world/control/recorded-latency.ts';
import type { World, WorldStart } from '../../world/world.ts';

/** A world at one moment. It shares its items with the world, which may change in the meantime. */
interface SavedWorld {
  readonly service: Service;
  readonly state: State;
  readonly clock: ClockStart;
  readonly start: StartDocument;
}

/** Costs the same for any number of items. */
export const captureWorld = (world: World): SavedWorld => {
  const {
    decisions: { service, state, start },
    clock,
  } = world;
  return {
    service,
    state: { ...copyState(state), faults: new Map(withRecordedLatency(world)) },
    clock: { at: clock.isReal ? undefined : clock.now(), frozen: clock.frozen },
    start: startDocumentOf(start),
  };
};

/** The seed is that of the start, whether the scenario or an option set it: it stays the same if either changes. */
const startDocumentOf = ({ scenario, overrides: { name, clock }, seed }: WorldStart): StartDocument => ({
  ...(name === null ? { inline: withoutStart(scenario.document) as JsonObject } : { scenario: name }),
  seed,
  ...(clock?.at !== undefined && { clock: clockOf(clock.at, clock.frozen) }),
});

/** The document of a saved world may be the inline scenario of another world, whose own start it is then. */
const withoutStart = (document: ScenarioDocument): ScenarioDocument => {
  if (document.resume?.start === undefined) return document;
  const { start: _, ...resume } = document.resume;
  return { ...document, resume };
};

/**
 * The text of the file, in pieces. It is JSON: `yaml` needs many times as long to read as many items, and every JSON text is
 * YAML.
 */
export const savedText = ({ service, state, clock, start }: SavedWorld): Generator<string> => {
  const document = scenarioWith({}, service, state, { clock, start });
  return inPieces(scenarioToJson(document, writtenCollections(service, state)));
};

/** The same as a value. Without a start of its own, the world has that of those who open it. */
export const savedDocument = (world: World, { hasOwnStart }: { readonly hasOwnStart: boolean }): ScenarioDocument => {
  const { service, state, clock, start } = captureWorld(world);
  return scenarioOf(service, state, { clock, ...(hasOwnStart && { start }) });
};
