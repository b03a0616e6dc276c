/** HTTP Archives of eight tools: every recorded request gets its recorded response, without the service. */
import { expect, test } from 'vitest';
import { calls, document } from '../files/books.ts';
import { hars } from '../files/hars.ts';
import { expectReplayed, importTexts } from '../files/replay.ts';

test.each(hars)('an archive of $name', async ({ har, left }) => {
  const { text, rows } = await importTexts({ 'session.har': JSON.stringify(har) }, document);
  const counts = (fate: string) =>
    rows.filter((row) => row.fate === fate && row.key === 'log.entries[]').reduce((sum, { count }) => sum + count, 0);
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  expect({ carried: counts('carried'), left: counts('no-loss') }).toEqual({ carried: calls.length, left });
  expect(text).not.toContain('planted');
  await expectReplayed(document, text, '/v1', calls);
});
