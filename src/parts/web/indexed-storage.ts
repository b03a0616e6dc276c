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

/** `key`: pages of one origin may have several documents. */
export const indexedStorage = (key: string): WorldStorage => {
  let database: IDBDatabase | undefined;
  const access = (given: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore =>
    given.transaction(store, mode).objectStore(store);
  return {
    load: async () => {
      database ??= await open();
      return await settled(access(database, 'readonly').get(key) as IDBRequest<SavedWorlds | undefined>);
    },
    save: async (worlds) => {
      // Without a wait where it is open: the page may be about to end.
      const worldStore = access(database ?? (await open()), 'readwrite');
      if (Object.keys(worlds).length === 0) await settled(worldStore.delete(key));
      else await settled(worldStore.put(worlds, key));
    },
  };
};
