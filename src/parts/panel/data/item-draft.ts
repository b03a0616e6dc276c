/** An item as a form with a text for each property. */

import { type CollectionInfo, isObject, type Json, type JsonObject, tryParse, writeJson } from '../api/panel-client.ts';
import type { ItemField } from './form-schema.ts';

export interface ItemDraft {
  readonly texts: Readonly<Record<string, string>>;
  /** The texts by the names in `$parent`. */
  readonly parents: Readonly<Record<string, string>>;
  /** Properties that the schema does not declare, as JSON. */
  readonly others: string;
}

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
  return {
    texts: Object.fromEntries(
      fields.map((field) => [field.name, toText(field, item === undefined ? initial(field) : item[field.name])]),
    ),
    parents: Object.fromEntries(info.parents.map((name) => [name, String(named[name] ?? '')])),
    others: others.length === 0 ? '' : writeJson(Object.fromEntries(others), 2),
  };
};

/** A property with the name of the parent follows it, until it has another value. */
export const withParent = (draft: ItemDraft, name: string, text: string): ItemDraft => {
  const { parents, texts } = draft;
  const isFollowing = Object.hasOwn(texts, name) && texts[name] === (parents[name] ?? '');
  return {
    ...draft,
    parents: { ...parents, [name]: text },
    texts: isFollowing ? { ...texts, [name]: text } : texts,
  };
};

const toText = ({ type }: ItemField, value: Json | undefined): string => {
  if (value === undefined) return '';
  if (type === 'json') return writeJson(value, 2);
  return typeof value === 'object' ? writeJson(value) : String(value);
};

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
    item.$parent = Object.fromEntries(info.parents.map((name) => [name, parentValue(draft.parents[name] ?? '')]));
  if (before?.$id !== undefined) item.$id = before.$id;
  for (const field of fields) {
    const text = draft.texts[field.name] ?? '';
    if (text === '') {
      // A field that was empty is unchanged: an empty text is not the same as no property.
      const was = before?.[field.name];
      if (was === '' || (was === null && field.type !== 'json')) item[field.name] = was;
      else if (isDemanded(info, field, { isNew: before === undefined })) errors[field.name] = 'is required';
      continue;
    }
    const value = readValue(field, text);
    if (value === undefined) errors[field.name] = `must be ${wanted[field.type]}`;
    else item[field.name] = value;
  }
  if (draft.others.trim() !== '') {
    const others = tryParse(draft.others);
    if (isObject(others)) Object.assign(item, others);
    else errors.others = 'must be a JSON object';
  }
  return { item, errors };
};

/** Whether a field must be filled in: the server sets the id and the read-only properties of a new item. */
export const isDemanded = ({ id }: CollectionInfo, field: ItemField, { isNew }: { readonly isNew: boolean }): boolean =>
  field.isRequired && field.name !== id && !(isNew && field.isReadOnly);

const wanted: Readonly<Record<ItemField['type'], string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  json: 'JSON',
};

const readValue = ({ type, isNullable }: ItemField, text: string): Json | undefined => {
  if (isNullable && text === 'null') return null;
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      return /^-?\d+$/.test(text.trim()) ? tryParse(text.trim().replace(/^(-?)0+(?=\d)/, '$1')) : undefined;
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'json':
      return tryParse(text);
    default:
      return type satisfies never;
  }
};

/** The server converts the id of a parent to its type. */
const parentValue = (text: string): Json => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
