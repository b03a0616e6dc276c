import type { ScenarioDocument } from '../../../scenario/document/scenario-schema.ts';
import type { Data } from '../../../scenario/file/from-world.ts';
import { loadServices } from '../../../simulation/load-services.ts';
import type { ServiceSources } from '../../../simulation/service-source.ts';
import { createSimulation } from '../../../simulation/simulation.ts';
import { captureScenario } from '../../../world/control/save-world.ts';
import { silentLogger } from '../../../world/logger.ts';
import type { World } from '../../../world/world.ts';
import type { Found } from '../readers/known-format.ts';
import { Ledger } from '../recording/ledger.ts';
import type { Seen } from '../recording/recording.ts';
import type { Trial } from '../stubs/stub-start.ts';
import { baseOf, Player } from './player.ts';

interface Played {
  readonly document: ScenarioDocument;
  readonly data: Data;
  /** What the world kept. */
  readonly carried: readonly Seen[];
}

/** `found`: of one host. @throws ConfigError if the document cannot be served. */
export const play = async (services: ServiceSources, found: readonly Found[], ledger: Ledger): Promise<Played> => {
  const [source] = services.list;
  const { service } = await loadServices(services);
  const seen = found.flatMap((each) => each.seen);
  const base = baseOf(service, seen, service.basePaths[0] ?? '');
  const url = new URL(`${seen[0]?.origin || 'http://localhost'}${base || '/'}`);
  const open = (scenario: ScenarioDocument) => openWorld(services, scenario, new Map([[source.name, url]]));
  const playerOf = async (world: World, own: Ledger) =>
    new Player(world, service, base, own, await import('../../upstream/load.ts'));
  const empty = await open({});
  const tried = await playerOf(empty.world, new Ledger());
  const trial: Trial = (shown) => {
    for (const one of shown) tried.play(one);
    return shown.map((one) => tried.answerTo(one));
  };
  const starts = found.map((each) => each.write?.(service, base, trial));
  empty.close();
  const { world, close } = await open(startOf(starts.flatMap((start) => start?.scenario ?? [])));
  const played = found.flatMap((each, index) => starts[index]?.seen ?? each.seen).filter(isPlayed);
  const player = await playerOf(world, ledger);
  for (const one of inOrder(played)) player.play(one);
  const { document, data } = captureScenario(world);
  close();
  const { resume, ...rest } = document;
  const nextIds = resume?.nextIds ?? {};
  return {
    // The counts are those of the recording, not of the worlds that start from it.
    document: { ...rest, ...(Object.keys(nextIds).length > 0 && { resume: { nextIds } }) },
    data,
    carried: player.finish(),
  };
};

const openWorld = async (services: ServiceSources, scenario: ScenarioDocument, urls: ReadonlyMap<string, URL>) => {
  const { worlds } = await createSimulation(
    {
      services,
      scenario,
      fault: [],
      nameOf: (name) => name,
      upstreams: {
        urls,
        forward: ['all'],
        record: true,
        compare: false,
        headers: new Map(),
        timeoutMs: 1,
        allowedOrigins: [],
      },
    },
    {
      maxWorlds: 1,
      journal: Number.MAX_SAFE_INTEGER,
      maxBody: Number.MAX_SAFE_INTEGER,
      showCredentials: false,
      logger: silentLogger,
    },
  );
  await worlds.ready();
  return { world: worlds.open('default') as World, close: () => worlds.dismiss() };
};

/** An error that only follows from another part is one of the simulation too. */
const isPlayed = ({ isDerived = false, response }: Seen): boolean => !isDerived || (response?.status ?? 200) < 400;

const startOf = (parts: readonly ScenarioDocument[]): ScenarioDocument => {
  const faults = parts.flatMap((part) => part.faults ?? []);
  const responses = parts.flatMap((part) => part.responses ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(faults.length > 0 && { faults }),
    ...(responses.length > 0 && { responses }),
  };
};

/** The order of playing: examples that remove come first, so that what the others show stays. */
const inOrder = (seen: readonly Seen[]): readonly Seen[] => {
  const removes = ({ isExample = false, method, response }: Seen): boolean =>
    isExample && (method === 'DELETE' || response?.status === 404 || response?.status === 410);
  return [...seen.filter(removes), ...seen.filter((one) => !removes(one))];
};
