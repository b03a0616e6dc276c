/** The scenarios of a directory that are in service: their files as they were, or the version before, if a change broke one. */
import { ConfigError } from '../core/primitives/config-error.ts';
import type { Service } from '../core/service/service.ts';
import { checkScenario } from '../scenario/data/check-scenario.ts';
import { defaultDocument } from '../scenario/data/default-scenario.ts';
import type { Scenario } from '../scenario/document/read-scenario.ts';
import { findScenario, listSnapshot } from '../scenario/file/load-scenario.ts';
import { type ScenarioSnapshot, takeSnapshot } from '../scenario/file/load-snapshot.ts';

export interface NamedScenarios {
  readonly list: () => Promise<readonly { readonly name: string; readonly description: string | undefined }[]>;
  /** @throws ConfigError if its file is broken, and was from the start. */
  readonly get: (name: string) => Promise<Scenario | undefined>;
  readonly snapshot: ScenarioSnapshot;
  /** The versions before, of those whose files are broken. */
  readonly kept: ReadonlyMap<string, Scenario>;
}

/** Returns undefined without a directory. `previous`: those before a change of files. */
export const readNamedScenarios = async (
  directory: string | undefined,
  service: Service,
  previous: NamedScenarios | undefined,
): Promise<NamedScenarios | undefined> => {
  if (directory === undefined) return undefined;
  const snapshot = await takeSnapshot(directory, previous?.snapshot.parse);
  const read = (name: string): Promise<Scenario | undefined> =>
    findScenario(directory, name, defaultDocument(service), snapshot);
  const kept = new Map<string, Scenario>();
  for (const name of previous === undefined ? [] : namesToCompare(snapshot, previous)) {
    const before = await keptVersion(name, { service, read, previous: previous as NamedScenarios });
    if (before !== undefined) kept.set(name, before);
  }
  return {
    list: async () => {
      const listed = (await listSnapshot(snapshot)).map(({ name, description }) => [name, description] as const);
      const old = [...kept].map(([name, { source }]) => [name, source.description] as const);
      return [...new Map([...listed, ...old])].map(([name, description]) => ({ name, description }));
    },
    get: async (name) => kept.get(name) ?? read(name),
    snapshot,
    kept,
  };
};

/** A changed file may be extended by any other. After a change of the document, only old versions may have become useless. */
const namesToCompare = (snapshot: ScenarioSnapshot, previous: NamedScenarios): Iterable<string> => {
  const paths = [...snapshot.files.values(), ...previous.snapshot.files.values()].flat();
  const isChanged = paths.some((file) => snapshot.textOf(file) !== previous.snapshot.textOf(file));
  return isChanged ? snapshot.files.keys() : previous.kept.keys();
};

interface Candidates {
  readonly service: Service;
  readonly read: (name: string) => Promise<Scenario | undefined>;
  readonly previous: NamedScenarios;
}

/** The version before, if the present one cannot be used while that one can. */
const keptVersion = async (name: string, { service, read, previous }: Candidates): Promise<Scenario | undefined> => {
  const before = await previous.get(name).catch(orBroken);
  if (before === undefined) return undefined;
  const present = await read(name).catch(orBroken);
  const isUsable = (scenario: Scenario): boolean => checkScenario(scenario, service).length === 0;
  if (present !== undefined && isUsable(present)) return undefined;
  return isUsable(before) ? before : undefined;
};

const orBroken = (error: unknown): undefined => {
  if (!(error instanceof ConfigError)) throw error;
  return undefined;
};
