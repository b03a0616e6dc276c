/** Lists of what items have, by a name of both. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Topic = object({ id: integer, slug: text, title: text, notes: integer }, ['id', 'slug', 'title']);
const Slug = object({ id: integer, slug: text }, ['id', 'slug']);
const Other = object({ slug: text, weight: integer }, ['slug', 'weight']);
const topics = {
  '/topics': { get: operation(listOf(ref('Topic'))) },
  '/topics/{id}': { get: operation(ref('Topic')) },
};
const data = { topics: [{ id: 7, slug: 'web', title: 'Web' }] };

test.each(['topic_slugs', 'topic-slugs', 'topicSlugs'])('%s are those of the topics', async (name) => {
  const list = operation(object({ [name]: listOf(ref('Slug')) }, [name]));
  const { get } = await servePaths({ ...topics, [`/${name}`]: { get: list } }, { Topic, Slug }, { data });
  expect((await get(`/${name}`)).body).toEqual({ [name]: [{ id: 7, slug: 'web' }] });
});

test.each([
  ['topic_slugs', 'Other'],
  ['topic_colours', 'Slug'],
  ['page_slugs', 'Slug'],
])('%s with each an %s are something else', async (name, schema) => {
  const paths = { ...topics, [`/${name}`]: { get: operation(listOf(ref(schema)), { description: 'All.' }) } };
  const { get } = await servePaths(paths, { Topic, Slug, Other }, { data });
  expect((await get(`/${name}`)).body).not.toContainEqual(expect.objectContaining({ slug: 'web' }));
});
