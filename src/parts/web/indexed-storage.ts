/** The worlds of a document in the IndexedDB of the page's origin. */
import type { SavedWorlds, WorldStorage } from './api.ts';

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
export const indexedStorage = (key: string): WorldStorage => {
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
