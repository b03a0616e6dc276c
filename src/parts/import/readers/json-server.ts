/** The file of json-server: its lists and objects are the data, and tell the document. */
import type { JsonObject } from '../../../core/primitives/json.ts';
import { isDatabase, readDatabase } from '../../foreign/database.ts';
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
    write: ({ collections }) => {
      const known = Object.entries(database.data).filter(([name, items]) => {
        const place = whole.below(name);
        if (!collections.has(name)) place.lose('the document has no such collection');
        else if (!Array.isArray(items)) place.carry();
        else for (const index of items.keys()) place.carry(index);
        return collections.has(name);
      });
      return { scenario: { data: Object.fromEntries(known) }, seen: [] };
    },
  };
};
