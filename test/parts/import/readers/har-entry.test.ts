import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { readHarEntry } from '../../../../src/parts/import/readers/har.ts';
import { harStyles } from './har-styles.ts';

test.each(Object.entries(harStyles))(
  'entries of %s are read, or said to tell of nothing',
  async (_, { mocks, textFor }) => {
    const { log } = JSON.parse(textFor({ id: 1 }).replace('\uFEFF', '')) as {
      readonly log: { readonly entries: JsonObject[] };
    };
    const readFile = async () => ({ text: '[]', isBase64: false });
    const read = await Promise.all(log.entries.map((entry) => readHarEntry(entry, readFile)));
    expect(read.filter(({ type }) => type === 'exchange')).toHaveLength(mocks);
    expect(read.filter(({ type }) => type === 'lost')).toEqual([]);
    // A body is told of with its type, or is said to be missing, in whole or in part.
    for (const one of read)
      if (one.type === 'exchange' && one.status < 204)
        expect(one.lacks.response || one.received?.type?.startsWith('application/json')).toBe(true);
    expect(read.filter((one) => one.type === 'exchange' && one.sent !== undefined)).toHaveLength(1);
  },
);
