import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../../src/index.ts';
import { importFiles } from '../../../../src/parts/import/import.ts';
import { showPlace } from '../../../../src/parts/import/recording.ts';
import { directoryWith } from '../../../scenario/helpers.ts';

const text = `{
  "posts": [{ "id": 1, "title": "a" }, 5],
  "profile": { "name": "typicode" },
  "version": 3
}`;

test('the document is drafted, the data is in the scenario, and what is neither a list nor an object is a loss with its place', async () => {
  await using directory = await directoryWith({ 'db.json': text });
  const { document, scenario, rows } = await importFiles([join(directory.path, 'db.json')], async () => undefined);
  expect([...(scenario ?? [])].join('')).toBe(`seed: 1
data:
  posts:
    - { id: 1, title: a }
  profile: { name: typicode }
resume:
  nextIds: { posts: 2, profile: 2 }
`);
  expect(
    rows.map(({ fate, key, reason, places: [place] }) =>
      [fate, key, reason, place && showPlace(place).slice(directory.path.length + 1)].join(' '),
    ),
  ).toEqual([
    'lost posts[] is no object db.json:2:40',
    'lost version is neither a list nor an object db.json:4:3',
    'carried posts[]  db.json:2:13',
    'carried profile  db.json:3:3',
  ]);
  const vivarium = await createVivarium({ document: document as JsonObject, scenario: {} });
  onTestFinished(() => vivarium.close());
  expect((await vivarium.world('own').fetch('/posts?_page=1&_limit=5&title=a')).status).toBe(200);
});

test('where there is a document, the items of its collections are kept', async () => {
  await using directory = await directoryWith({
    'db.json': '{ "posts": [{ "id": 1, "title": "a" }], "others": [{ "id": 1 }] }',
  });
  const file = join(directory.path, 'db.json');
  const drafted = await importFiles([file], async () => undefined);
  await using narrow = await directoryWith({ 'db.json': '{ "posts": [{ "id": 9, "title": "b" }] }' });
  const { document } = await importFiles([join(narrow.path, 'db.json')], async () => undefined);
  const { rows, document: none } = await importFiles([file], async () => ({
    list: [{ name: 'service', document: document as never, overlay: [], base: undefined }],
    origin: 'named',
    reason: undefined,
    setWith: '',
  }));
  expect(drafted.rows.map(({ fate }) => fate)).toEqual(['carried', 'carried']);
  expect(none).toBeUndefined();
  expect(rows.map(({ fate, key }) => `${fate} ${key}`)).toEqual(['carried posts[]', 'lost others']);
});
