/** The `ETag` of an item: from its version, so that each response that shows it has the same, and each change another one. */
import type { JsonObject } from '../primitives/json.ts';
import { seedFrom, toHex } from '../primitives/seeded-random.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';

/** A strong tag (RFC 9110, section 8.8.3). `version`: which change of the collection made the item so. */
export const tagOf = ({ localName }: Pick<CollectionSpec, 'localName'>, key: string, version = 0): string => {
  const half = (purpose: string): string => toHex(seedFrom(localName, key, version, purpose));
  return `"${half('etag')}${half('version')}"`;
};

export const withTag = (
  spec: Pick<CollectionSpec, 'localName' | 'tagProperty'>,
  key: string,
  value: JsonObject,
  version: number | undefined,
): JsonObject => {
  const { tagProperty } = spec;
  if (tagProperty === undefined) return value;
  const tag = tagOf(spec, key, version);
  return value[tagProperty] === tag ? value : { ...value, [tagProperty]: tag };
};

/** Whether a condition, which is a list of tags, has this one. `*` stands for any. */
export const listsTag = (condition: string, tag: string): boolean => {
  const plain = (one: string) =>
    one
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1');
  return condition.trim() === '*' || condition.split(',').some((one) => plain(one) === plain(tag));
};
