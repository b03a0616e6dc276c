/** The option `save`: worlds that are there again after a reload of the page. Loaded only with it. */
import { ConfigError, configProblem, optionInvalid } from '../../core/primitives/config-error.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import type { ScenarioDocument } from '../../library/scenario-document.ts';
import { readDocument } from '../../scenario/document/read-document.ts';
import type { Logger } from '../../world/logger.ts';
import type { World } from '../../world/world.ts';
import { isWorldName, worldNameRule } from '../../world/world-name.ts';
import type { Worlds } from '../../world/worlds.ts';
import { createStartFinder, fitToService, openSaved, type Scenarios, savedDocument } from '../resume/index.ts';
import type { SavedWorlds, WorldStorage } from './api.ts';

interface KeepOptions {
  readonly save: 'indexeddb' | WorldStorage;
  readonly worlds: Worlds;
  readonly scenarios: Scenarios;
  readonly logger: Logger;
}

/** The time from a change to its writing, in which further changes are collected. */
const delayMs = 100;

/** Opens the worlds that were saved, and saves them from now on. Returns a function that ends it, after a last writing. */
export const keepWorlds = async (options: KeepOptions): Promise<() => void> => {
  const { save, worlds, logger } = options;
  const storage = readStorage(save, worlds.service.title);
  const keeper = new PageKeeper(storage, worlds, logger);
  for (const [name, document] of await loadWorlds(storage, logger))
    try {
      keeper.adopt(await restore(name, document, options), document);
    } catch (error) {
      logger.warn(`the saved world "${name}" is not restored: ${(error as Error).message}`);
    }
  const stopObserving = worlds.observe(keeper);
  return () => {
    stopObserving();
    keeper.close();
  };
};

/** @throws ConfigError if the option is neither. */
const readStorage = (save: KeepOptions['save'], title: string): WorldStorage => {
  if (save === 'indexeddb') {
    if (typeof indexedDB === 'object') return indexedStorage(title);
    throw optionInvalid('option "save" is "indexeddb", which is not here', 'Give { load, save } in its place.');
  }
  if (typeof save?.load === 'function' && typeof save.save === 'function') return save;
  throw optionInvalid('option "save" must be "indexeddb" or { load, save }, two functions');
};

const loadWorlds = async (storage: WorldStorage, logger: Logger): Promise<readonly (readonly [string, unknown])[]> => {
  try {
    const saved: unknown = await storage.load();
    if (saved === undefined || saved === null) return [];
    if (isJsonObject(saved as never)) return Object.entries(saved);
    throw new Error('load() returned no object with the worlds by their names');
  } catch (error) {
    logger.error(`the saved worlds cannot be read, and begin anew: ${(error as Error).message}`);
    return [];
  }
};

const restore = async (name: string, value: unknown, { worlds, scenarios, logger }: KeepOptions): Promise<World> => {
  if (!isWorldName(name)) throw new Error(worldNameRule);
  const read = readDocument(value, Number.POSITIVE_INFINITY);
  if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
  const { value: document } = read;
  const { scenario, problems } = fitToService({ document, problems: [] }, worlds.service);
  const { start, problem } = await createStartFinder(worlds, scenarios)(document.resume?.start);
  for (const { message } of [...problems, ...(problem === undefined ? [] : [problem])])
    logger.warn(`the saved world "${name}": ${message}`);
  return openSaved(worlds, name, start, scenario);
};

class PageKeeper {
  readonly #storage: WorldStorage;
  readonly #worlds: Worlds;
  readonly #logger: Logger;
  readonly #saved = new Map<string, ScenarioDocument>();
  /** The worlds that have changed, by name; null: back at its start, or deleted. */
  readonly #changed = new Map<string, World | null>();
  /** The runs of the worlds: what begins a run is no change. */
  readonly #epochs = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  readonly #onLeave = (): void => void this.#write();

  constructor(storage: WorldStorage, worlds: Worlds, logger: Logger) {
    this.#storage = storage;
    this.#worlds = worlds;
    this.#logger = logger;
    globalThis.addEventListener?.('pagehide', this.#onLeave);
  }

  adopt({ name, decisions }: World, document: unknown): void {
    this.#saved.set(name, document as ScenarioDocument);
    this.#epochs.set(name, decisions.epoch);
  }

  changed(world: World): void {
    const { name, decisions } = world;
    const isBegun = this.#epochs.get(name) !== decisions.epoch;
    this.#epochs.set(name, decisions.epoch);
    this.#note(name, isBegun && decisions.start === this.#worlds.start ? null : world);
  }

  deleted({ name }: World): void {
    this.#epochs.delete(name);
    this.#note(name, null);
  }

  #note(name: string, world: World | null): void {
    this.#changed.set(name, world);
    // What comes during a writing waits for its end.
    if (this.#writing === undefined) this.#timer ??= setTimeout(() => void this.#write(), delayMs);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isNews = [...this.#changed].some(([name, world]) => world !== null || this.#saved.has(name));
    for (const [name, world] of this.#changed)
      if (world === null) this.#saved.delete(name);
      else this.#saved.set(name, this.#documentOf(world));
    this.#changed.clear();
    if (!isNews) return;
    const writing = this.#store();
    this.#writing = writing;
    await writing;
    if (this.#writing !== writing) return;
    this.#writing = undefined;
    if (this.#changed.size > 0) this.#timer ??= setTimeout(() => void this.#write(), delayMs);
  }

  #documentOf(world: World): ScenarioDocument {
    const document = savedDocument(world, { hasOwnStart: world.decisions.start !== this.#worlds.start });
    // The storage is somebody else's code, and the items belong to the world.
    return structuredClone(document) as ScenarioDocument;
  }

  /** One message per failure, not one per attempt. */
  async #store(): Promise<void> {
    try {
      await this.#storage.save(Object.fromEntries(this.#saved) as SavedWorlds);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#logger.error(`the worlds cannot be saved: ${(error as Error).message}`);
      this.#isFailing = true;
    }
  }

  close(): void {
    globalThis.removeEventListener?.('pagehide', this.#onLeave);
    void this.#write();
  }
}

const store = 'worlds';

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open('vivarium', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(store);
  return settled(request);
};

/** `key`: pages of one origin may have several documents. Each world is written alone, so that two tabs keep each other's. */
const indexedStorage = (key: string): WorldStorage => {
  let database: IDBDatabase | undefined;
  let known: SavedWorlds = {};
  const access = (given: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore =>
    given.transaction(store, mode).objectStore(store);
  return {
    load: async () => {
      database ??= await open();
      const worlds = access(database, 'readonly');
      const range = IDBKeyRange.bound([key], [key, []]);
      const [keys, documents] = await Promise.all([settled(worlds.getAllKeys(range)), settled(worlds.getAll(range))]);
      known = Object.fromEntries(keys.map((one, at) => [(one as string[])[1], documents[at]]));
      return known;
    },
    save: async (saved) => {
      // Without a wait where it is open: the page may be about to end.
      const worlds = access(database ?? (await open()), 'readwrite');
      const removed = Object.keys(known).filter((name) => !Object.hasOwn(saved, name));
      const changed = Object.entries(saved).filter(([name, document]) => document !== known[name]);
      await Promise.all([
        ...removed.map((name) => settled(worlds.delete([key, name]))),
        ...changed.map(([name, document]) => settled(worlds.put(document, [key, name]))),
      ]);
      known = saved;
    },
  };
};
