/** The collections of the service, their nesting, and the names of their items. */
import { signal } from '@preact/signals';
import {
  type CollectionInfo,
  call,
  isObject,
  type Json,
  type JsonObject,
  type List,
  segment,
} from '../api/panel-client.ts';

export const collections = signal<readonly CollectionInfo[] | undefined>(undefined);

export const loadCollections = async (): Promise<void> => {
  collections.value = (await call<List<CollectionInfo>>('GET', '/service/collections')).items;
};

export interface Nested {
  readonly info: CollectionInfo;
  readonly depth: number;
}

export const nest = (infos: readonly CollectionInfo[]): readonly Nested[] => {
  const names = new Set(infos.map(({ name }) => name));
  const nested: Nested[] = [];
  const add = (parent: string | undefined, depth: number): void => {
    for (const info of infos) {
      const own = info.parent !== null && names.has(info.parent) && info.parent !== info.name ? info.parent : undefined;
      if (own !== parent || nested.some((entry) => entry.info === info)) continue;
      nested.push({ info, depth });
      add(info.name, depth + 1);
    }
  };
  add(undefined, 0);
  return nested;
};

/** The name of an item in a path of the control API. */
export const keyOf = ({ id, kind, parents }: CollectionInfo, item: JsonObject): string => {
  const named = isObject(item.$parent) ? item.$parent : {};
  const own = kind === 'singleton' ? [] : [item[id ?? '$id']];
  if (parents.length === 0 && kind === 'singleton') return 'self';
  return [...parents.map((name) => named[name]), ...own].map((part) => segment(String(part))).join(',');
};

/** The name of an item for people: its id, without its parents. */
export const titleOf = (info: CollectionInfo, item: JsonObject): string => {
  const own = info.kind === 'singleton' ? undefined : item[info.id ?? '$id'];
  return own === undefined ? info.name : `${info.name} ${String(own)}`;
};

const readableNames = [
  ...['name', 'title', 'displayname', 'fullname', 'label', 'subject', 'summary', 'headline'],
  ...['username', 'login', 'email', 'slug', 'description', 'code', 'key'],
];

/** The property by which a person recognizes an item; undefined: its id. */
export const readableOf = (properties: readonly string[], items: readonly JsonObject[]): string | undefined => {
  const texts = properties.filter((name) => items.some((item) => typeof item[name] === 'string'));
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return (
    readableNames.flatMap((known) => texts.find((name) => plain(name) === known) ?? [])[0] ??
    texts.find((name) => /(?:name|title)$/.test(plain(name)))
  );
};

export const showCell = (value: Json | undefined): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `[${value.map((item) => showCell(item as Json)).join(', ')}]`.slice(0, 120);
  return isObject(value) ? `{${Object.keys(value).join(', ')}}`.slice(0, 120) : String(value);
};
