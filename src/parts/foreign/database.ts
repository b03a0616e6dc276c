/** The file of json-server, an object of lists and objects: as a document, and as the items of its collections. */

import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { scenarioKeys } from '../../scenario/document/scenario-schema.ts';
import { DataShape } from './data-shape.ts';
import { type DatabaseEntry, draftPaths } from './draft-paths.ts';

export interface Database {
  readonly document: JsonObject;
  /** The section of a scenario. */
  readonly data: Readonly<Record<string, readonly JsonObject[] | JsonObject>>;
  readonly notes: readonly DatabaseNote[];
}

/** What is not as it is in the file. */
export interface DatabaseNote {
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** Whether something of the file is nowhere. */
  readonly isLoss: boolean;
}

/** Whether it has lists of objects, or only lists and objects. A scenario file has keys of its own. */
export const isDatabase = (value: Json): value is JsonObject => {
  if (!isJsonObject(value) || isOfOtherTool(value)) return false;
  const entries = Object.entries(value);
  const keys = scenarioKeys();
  if (entries.every(([name]) => keys.includes(name))) return false;
  return (
    entries.some(([, one]) => Array.isArray(one) && one.some(isJsonObject)) ||
    entries.every(([, one]) => typeof one === 'object' && one !== null)
  );
};

/** Marks of documents and of files of other tools, which have lists of objects too. */
const isOfOtherTool = (value: JsonObject): boolean =>
  ['openapi', 'swagger', 'overlay', '$schema', '_type', '_postman_variable_scope'].some((name) =>
    Object.hasOwn(value, name),
  ) ||
  ['swaggerVersion', 'asyncapi', 'openrpc', 'arazzo'].some((name) => Object.hasOwn(value, name)) ||
  [['request', 'response'], ['Request', 'Response'], ['httpRequest'], ['routes', 'lastMigration']].some((names) =>
    names.every((name) => Object.hasOwn(value, name)),
  ) ||
  (isJsonObject(value.log ?? null) && Array.isArray((value.log as JsonObject).entries)) ||
  Array.isArray(value.item) ||
  (isJsonObject(value.services ?? null) &&
    Object.values(value.services as JsonObject).some((one) => isJsonObject(one) && 'document' in one)) ||
  (Array.isArray(value.mappings) && value.mappings.some((one) => isJsonObject(one) && 'request' in one));

/** `title`: of the document. */
export const readDatabase = (value: JsonObject, title: string): Database => {
  const notes: DatabaseNote[] = [];
  const resources: DatabaseEntry[] = [];
  const data: Record<string, readonly JsonObject[] | JsonObject> = {};
  const lose = (path: DatabaseNote['path'], text: string): void => {
    notes.push({ path, text, isLoss: true });
  };
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== 'object' || one === null) lose([name], 'is neither a list nor an object');
    else if (!/^[^\s/?#{}%\\]+$/.test(name)) lose([name], 'cannot be a path because of its name');
    else if (isJsonObject(one)) {
      setProperty(data as Record<string, Json>, name, one);
      resources.push({ name, kind: 'object', shape: shapeOf([one]) });
    } else if (one.length > 0 && !one.some(isJsonObject)) {
      notes.push({ path: [name], text: 'has no objects: it is sent as it is, and never changes', isLoss: false });
      resources.push({ name, kind: 'values', shape: shapeOf([one]), values: one });
    } else {
      const items = itemsOf(name, one, notes);
      resources.push({ name, kind: 'list', shape: shapeOf(items), idType: idTypeOf(items) });
      setProperty(data as Record<string, Json>, name, items);
    }
  }
  return { document: draftPaths(title, resources), data, notes };
};

const shapeOf = (items: readonly Json[]): DataShape => {
  const shape = new DataShape();
  for (const item of items) shape.add(item);
  return shape;
};

/** The type of the ids. All items have one, and a list without items gets whole numbers. */
const idTypeOf = (items: readonly JsonObject[]): 'integer' | 'string' =>
  typeof items[0]?.id === 'string' ? 'string' : 'integer';

/** The items with ids, all whole numbers or all texts, each once. */
const itemsOf = (name: string, list: readonly Json[], notes: DatabaseNote[]): readonly JsonObject[] => {
  const found: { readonly index: number; readonly item: JsonObject }[] = [];
  const others: number[] = [];
  for (const [index, item] of list.entries())
    if (isJsonObject(item)) found.push({ index, item });
    else others.push(index);
  for (const index of others) notes.push({ path: [name, index], text: 'is no object', isLoss: true });
  const isText = found.some(({ item }) => typeof item.id === 'string');
  let next = found.reduce((most, { item }) => (isWhole(item.id) ? Math.max(most, Number(item.id)) : most), 0) + 1;
  const seen = new Set<string>();
  const items: JsonObject[] = [];
  let numbered: number | undefined;
  let asTexts: number | undefined;
  for (const { index, item } of found) {
    const given = isWhole(item.id) || typeof item.id === 'string' ? item.id : undefined;
    if (given !== undefined && seen.has(String(given))) {
      notes.push({ path: [name, index], text: `has the id of another item, ${given}`, isLoss: true });
      continue;
    }
    if (given === undefined) numbered ??= index;
    else if (isText && typeof given !== 'string') asTexts ??= index;
    const id = given ?? next++;
    seen.add(String(id));
    items.push({ ...item, id: isText ? String(id) : id });
  }
  const note = (index: number | undefined, text: string): void => {
    if (index !== undefined) notes.push({ path: [name, index], text, isLoss: false });
  };
  note(numbered, 'gets an id, as all items without one');
  note(asTexts, 'has its id as a text, as all items of the list');
  return items;
};

const isWhole = (value: Json | undefined): value is number | bigint =>
  typeof value === 'bigint' || Number.isSafeInteger(value);
