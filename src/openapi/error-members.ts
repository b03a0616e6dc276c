/** Which members of an error body say what went wrong, and with which status. Found by their names. */
import { isJsonObject, type Json, setMember } from '../core/json.ts';

type Path = readonly (string | number)[];

export interface Places {
  readonly message: Path | undefined;
  readonly statuses: readonly Path[];
  readonly codes: readonly Path[];
  readonly titles: readonly Path[];
}

export interface Filling {
  readonly message?: string | undefined;
  readonly status: number;
  readonly code?: string | undefined;
  readonly title?: string | undefined;
}

/** In order of preference: the more it is a sentence for people, the earlier. */
const messageNames = [
  'message',
  'detail',
  'error_message',
  'errorMessage',
  'error_description',
  'msg',
  'description',
  'reason',
  'error',
  'title',
];
const statusNames = new Set(['status', 'statusCode', 'status_code', 'httpStatus', 'http_status', 'httpStatusCode']);
const codeNames = new Set(['code', 'error_code', 'errorCode', 'error', 'name']);
const titleNames = new Set(['title', 'error', 'name']);

const maxDepth = 4;

export const findPlaces = (body: Json): Places => {
  const objects = objectsIn(body, [], 0).toSorted((one, other) => one.path.length - other.path.length);
  const statuses: Path[] = [];
  const codes: Path[] = [];
  const titles: Path[] = [];
  for (const { path, value } of objects) {
    for (const [name, member] of Object.entries(value)) {
      const place = [...path, name];
      if (isStatus(name, member)) statuses.push(place);
      else if (codeNames.has(name) && typeof member === 'string') codes.push(place);
      if (titleNames.has(name) && typeof member === 'string') titles.push(place);
    }
  }
  return { message: messagePlace(body, objects), statuses, codes, titles };
};

/** A number, or its digits, where a status stands; `code` only if it is a status already. */
const isStatus = (name: string, member: Json): boolean => {
  if (statusNames.has(name))
    return typeof member === 'number' || (typeof member === 'string' && /^\d{3}$/.test(member));
  return (
    (name === 'code' || name === 'error_code' || name === 'errorCode') &&
    typeof member === 'number' &&
    member >= 100 &&
    member < 600
  );
};

const messagePlace = (body: Json, objects: readonly Found[]): Path | undefined => {
  for (const { path, value } of objects) {
    const name = messageNames.find(
      (candidate) => Object.hasOwn(value, candidate) && typeof value[candidate] === 'string',
    );
    if (name !== undefined) return [...path, name];
  }
  return firstText(body, [], 0);
};

interface Found {
  readonly path: Path;
  readonly value: Readonly<Record<string, Json>>;
}

/** Objects in the body; of a list only the first item is the error that is meant. */
const objectsIn = (value: Json, path: Path, depth: number): readonly Found[] => {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : objectsIn(value[0] as Json, [...path, 0], depth + 1);
  if (!isJsonObject(value)) return [];
  return [
    { path, value },
    ...Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...path, name], depth + 1)),
  ];
};

/** `{ "errors": { "body": ["..."] } }`: the first text in a list is a message. */
const firstText = (value: Json, path: Path, depth: number): Path | undefined => {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return typeof value[0] === 'string' ? [...path, 0] : undefined;
  if (!isJsonObject(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found =
      typeof member === 'object' && member !== null ? firstText(member, [...path, name], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The body with what is given in its places; what is not given stays as it is. */
export const fillError = (body: Json, places: Places, { message, status, code, title }: Filling): Json => {
  if (typeof body === 'string') return message ?? body;
  let filled: Json = body;
  for (const path of places.statuses)
    filled = replaced(filled, path, (before) => (typeof before === 'string' ? String(status) : status));
  if (code !== undefined) for (const path of places.codes) filled = replaced(filled, path, () => code);
  if (title !== undefined) for (const path of places.titles) filled = replaced(filled, path, () => title);
  if (message !== undefined && places.message !== undefined) filled = replaced(filled, places.message, () => message);
  return filled;
};

const replaced = (value: Json, path: Path, replace: (before: Json) => Json): Json => {
  const [token, ...rest] = path;
  if (token === undefined) return replace(value);
  if (Array.isArray(value)) return value.map((item: Json, at) => (at === token ? replaced(item, rest, replace) : item));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = { ...value };
  setMember(copy, String(token), replaced(value[token] as Json, rest, replace));
  return copy;
};
