/** An item as a form with a text for each property. */

import { type CollectionInfo, isObject, type Json, type JsonObject, tryParse, writeJson } from '../api/panel-client.ts';
import type { ItemField } from './form-schema.ts';

/** The texts by the names of their properties, by `parentText` of the names in `$parent`, and by `otherTexts`. */
export type ItemDraft = Readonly<Record<string, string>>;

export const parentText = (name: string): string => `$parent/${name}`;

/** Properties that the schema does not declare, as JSON. */
export const otherTexts = '$others';

/** A new item, which is `undefined`, begins with the defaults of the properties that it must have. */
export const draftFrom = (
  info: CollectionInfo,
  fields: readonly ItemField[],
  item: JsonObject | undefined,
): ItemDraft => {
  const named = isObject(item?.$parent) ? item.$parent : {};
  const initial = (field: ItemField): Json | undefined =>
    isDemanded(info, field, { isNew: true }) ? field.schema.default : undefined;
  const declared = new Set(fields.map(({ name }) => name));
  const others = Object.entries(item ?? {}).filter(([name]) => !declared.has(name) && !name.startsWith('$'));
  return Object.fromEntries([
    ...fields.map((field) => [field.name, toText(field, item === undefined ? initial(field) : item[field.name])]),
    ...info.parents.map((name) => [parentText(name), String(named[name] ?? '')]),
    [otherTexts, others.length === 0 ? '' : writeJson(Object.fromEntries(others), 2)],
  ]);
};

/** A property with the name of the parent follows it, until it has another value. */
export const withParent = (draft: ItemDraft, name: string, text: string): ItemDraft => {
  const isFollowing = draft[name] === draft[parentText(name)];
  return { ...draft, [parentText(name)]: text, ...(isFollowing && { [name]: text }) };
};

const toText = ({ type }: ItemField, value: Json | undefined): string => {
  if (value === undefined) return '';
  if (type === 'json') return writeJson(value, 2);
  return typeof value === 'object' ? writeJson(value) : String(value);
};

/** The errors by the names of the texts. */
export type ItemErrors = Readonly<Record<string, string>>;

/** Reads the fields. An empty field omits its property. The server checks the item against the document. */
export const readItem = (
  info: CollectionInfo,
  fields: readonly ItemField[],
  draft: ItemDraft,
  before: JsonObject | undefined,
) => {
  const errors: Record<string, string> = {};
  const item: Record<string, Json> = {};
  if (info.parents.length > 0)
    item.$parent = Object.fromEntries(info.parents.map((name) => [name, parentValue(draft[parentText(name)] ?? '')]));
  if (before?.$id !== undefined) item.$id = before.$id;
  for (const field of fields) {
    const text = draft[field.name] ?? '';
    if (text === '') {
      // A field that was empty is unchanged: an empty text is not the same as no property.
      const was = before?.[field.name];
      if (was === '' || (was === null && field.type !== 'json')) item[field.name] = was;
      else if (isDemanded(info, field, { isNew: before === undefined })) errors[field.name] = 'is required';
      continue;
    }
    const { read, wanted } = kinds[field.type];
    const value = field.isNullable && text === 'null' ? null : read(text);
    if (value === undefined) errors[field.name] = `must be ${wanted}`;
    else item[field.name] = value;
  }
  const text = draft[otherTexts]?.trim() ?? '';
  const others = text === '' ? {} : tryParse(text);
  if (isObject(others)) Object.assign(item, others);
  else errors[otherTexts] = 'must be a JSON object';
  return { item, errors };
};

/** Whether a field must be filled in: the server sets the id and the read-only properties of a new item. */
export const isDemanded = ({ id }: CollectionInfo, field: ItemField, { isNew }: { readonly isNew: boolean }): boolean =>
  field.isRequired && field.name !== id && !(isNew && field.isReadOnly);

/** What the text of a property is read as; undefined: it is not what is wanted. */
const kinds: Readonly<Record<ItemField['type'], { wanted: string; read: (text: string) => Json | undefined }>> = {
  string: { wanted: 'a text', read: (text) => text },
  integer: {
    wanted: 'a whole number',
    read: (text) => (/^\s*-?\d+\s*$/.test(text) ? tryParse(text.trim().replace(/^(-?)0+(?=\d)/, '$1')) : undefined),
  },
  number: { wanted: 'a number', read: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined) },
  boolean: {
    wanted: 'true or false',
    read: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  },
  json: { wanted: 'JSON', read: tryParse },
};

/** The server converts the id of a parent to its type. */
const parentValue = (text: string): Json => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
