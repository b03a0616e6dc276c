/** The file of json-server: its lists and objects are the data, and tell the document. */
import { type Database, isDatabase, readDatabase } from '../../foreign/database.ts';
import { below, type ImportSource, type Ledger, placeOf } from '../recording.ts';
import type { Format, Found } from './format.ts';

export const jsonServer: Format = {
  marks: 'an object of lists and objects (db.json of json-server)',
  recognises: isDatabase,
  read: async (sources, ledger) => sources.map((source) => readOne(source, ledger)),
};

const readOne = (source: ImportSource, ledger: Ledger): Found => {
  const { value, name } = source;
  const title = /([^/\\]*?)(?:\.[^/\\]*)?$/.exec(name)?.[1] || 'db';
  if (!isDatabase(value)) return { seen: [] };
  const database = readDatabase(value, title);
  for (const { path, text, isLoss } of database.notes) {
    const key = path.length > 1 ? `${path[0]}[]` : String(path[0]);
    ledger.note(isLoss ? 'lost' : 'no-loss', text, { source, path, key });
  }
  return {
    seen: [],
    title,
    document: database.document,
    write: ({ collections }) => ({
      scenario: { data: dataFor(database, source, ledger, (collection) => collections.has(collection)) },
      seen: [],
    }),
  };
};

/** The data of the collections that the service has. */
const dataFor = (
  { data }: Database,
  source: ImportSource,
  ledger: Ledger,
  isKnown: (name: string) => boolean,
): Database['data'] =>
  Object.fromEntries(
    Object.entries(data).filter(([name, items]) => {
      const place = below(placeOf(source), name);
      if (!isKnown(name)) ledger.lose('the document has no such collection', place);
      else if (!Array.isArray(items)) ledger.carry(place);
      else for (const index of items.keys()) ledger.carry(below(place, index));
      return isKnown(name);
    }),
  );
