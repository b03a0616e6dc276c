/** The file of json-server: its lists and objects are the data, and tell the document. */
import type { JsonObject } from '../../../core/primitives/json.ts';
import { type Database, isDatabase, readDatabase } from '../../foreign/database.ts';
import type { SeenPlace } from '../recording.ts';
import type { Format, Found } from './format.ts';

export const jsonServer: Format = {
  marks: 'an object of lists and objects (db.json of json-server)',
  recognises: isDatabase,
  read: async (places) => places.map(readOne),
};

const readOne = (whole: SeenPlace): Found => {
  const { value, name } = whole.source;
  const title = /([^/\\]*?)(?:\.[^/\\]*)?$/.exec(name)?.[1] || 'db';
  const database = readDatabase(value as JsonObject, title);
  for (const { path, text, isLoss } of database.notes) {
    const key = path.length > 1 ? `${path[0]}[]` : String(path[0]);
    whole
      .below(...path)
      .as(key)
      .note(isLoss ? 'lost' : 'no-loss', text);
  }
  return {
    seen: [],
    title,
    document: database.document,
    write: ({ collections }) => ({
      scenario: { data: dataFor(database, whole, (collection) => collections.has(collection)) },
      seen: [],
    }),
  };
};

/** The data of the collections that the service has. */
const dataFor = ({ data }: Database, whole: SeenPlace, isKnown: (name: string) => boolean): Database['data'] =>
  Object.fromEntries(
    Object.entries(data).filter(([name, items]) => {
      const place = whole.below(name);
      if (!isKnown(name)) place.lose('the document has no such collection');
      else if (!Array.isArray(items)) place.carry();
      else for (const index of items.keys()) place.below(index).carry();
      return isKnown(name);
    }),
  );
