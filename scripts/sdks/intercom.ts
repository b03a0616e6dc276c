import { type Driver, isTrue, type Loose, rejects } from './driver.ts';

const has = (id: unknown) => (value: Loose) => value.data.some((item: Loose) => item.id === id);

export const intercom: Driver['drive'] = async ({ IntercomClient }, baseUrl, call) => {
  const client = new IntercomClient({ token: 'token', baseUrl, maxRetries: 0 });
  const { contacts, notes, tags, companies, articles } = client;
  const contact = await call(
    'contacts.create',
    () => contacts.create({ email: 'ada@example.com', name: 'Ada' }),
    ({ email, name }) => email === 'ada@example.com' && name === 'Ada',
  );
  const which = { contact_id: contact?.id };
  await call(
    'contacts.find',
    () => contacts.find(which),
    ({ email }) => email === 'ada@example.com',
  );
  await call('contacts.list', () => contacts.list(), has(contact?.id));
  await call(
    'contacts.search',
    () => contacts.search({ query: { field: 'email', operator: '=', value: 'ada@example.com' } }),
    has(contact?.id),
  );
  await call(
    'contacts.search (nobody)',
    () => contacts.search({ query: { field: 'email', operator: '=', value: 'nobody@example.com' } }),
    ({ data }) => data.length === 0,
  );
  await call(
    'contacts.update',
    () => contacts.update({ ...which, name: 'Bea' }),
    ({ email, name }) => email === 'ada@example.com' && name === 'Bea',
  );

  const note = await call(
    'notes.create',
    () => notes.create({ ...which, body: 'Called' }),
    ({ body }) => body === 'Called',
  );
  await call('notes.list', () => notes.list(which), has(note?.id));
  await call(
    'notes.find',
    () => notes.find({ note_id: note?.id }),
    ({ body }) => body === 'Called',
  );

  const tag = await call(
    'tags.create',
    () => tags.create({ name: 'Independent' }),
    ({ name }) => name === 'Independent',
  );
  await call('tags.list', () => tags.list(), has(tag?.id));
  await call(
    'tags.find',
    () => tags.find({ tag_id: tag?.id }),
    ({ name }) => name === 'Independent',
  );
  await call(
    'tags.tagContact',
    () => tags.tagContact({ ...which, id: tag?.id }),
    ({ id, name }) => id === tag?.id && name === 'Independent',
  );
  await call('contacts.listAttachedTags', () => contacts.listAttachedTags(which), has(tag?.id));
  await call(
    'tags.untagContact',
    () => tags.untagContact({ ...which, tag_id: tag?.id }),
    ({ id }) => id === tag?.id,
  );
  await call(
    'contacts.listAttachedTags (removed)',
    () => contacts.listAttachedTags(which),
    (list) => !has(tag?.id)(list),
  );
  await call('tags.delete', async () => (await tags.delete({ tag_id: tag?.id })) === undefined, isTrue);

  await call(
    'contacts.list (all pages)',
    async () => {
      const ids: Loose[] = [];
      for await (const { id } of await contacts.list({ per_page: 1 })) ids.push(id);
      return ids;
    },
    (ids) => ids.length > 1 && new Set(ids).size === ids.length && ids.includes(contact?.id),
  );
  await call(
    'contacts.archive',
    () => contacts.archive(which),
    ({ id }) => id === contact?.id,
  );
  await call(
    'notes.find (missing)',
    rejects(() => notes.find({ note_id: 999_999 }), 404),
    isTrue,
  );
  await call(
    'tags.create (again)',
    () => tags.create({ name: 'Loyal' }),
    ({ name }) => name === 'Loyal',
  );

  const company = await call(
    'companies.createOrUpdate',
    () => companies.createOrUpdate({ name: 'Lamps', company_id: '7' }),
    (value) => value.name === 'Lamps' && value.company_id === '7',
  );
  await call('companies.retrieve', () => companies.retrieve(), has(company?.id));
  await call(
    'companies.find',
    () => companies.find({ company_id: company?.id }),
    ({ name }) => name === 'Lamps',
  );
  await call(
    'companies.update',
    () => companies.update({ company_id: company?.id, body: { name: 'Lanterns' } }),
    ({ name }) => name === 'Lanterns',
  );
  await call(
    'companies.delete',
    () => companies.delete({ company_id: company?.id }),
    ({ id, deleted }) => id === company?.id && deleted === true,
  );

  const article = await call(
    'articles.create',
    () => articles.create({ title: 'Thanks', author_id: 1, state: 'published' }),
    ({ title, state }) => title === 'Thanks' && state === 'published',
  );
  await call('articles.list', () => articles.list(), has(article?.id));
  await call(
    'articles.update',
    () => articles.update({ article_id: Number(article?.id), title: 'Welcome' }),
    ({ title }) => title === 'Welcome',
  );
  await call(
    'articles.find',
    () => articles.find({ article_id: Number(article?.id) }),
    ({ title }) => title === 'Welcome',
  );
  await call(
    'articles.delete',
    () => articles.delete({ article_id: Number(article?.id) }),
    ({ deleted }) => deleted === true,
  );
  await call(
    'contacts.delete',
    () => contacts.delete(which),
    ({ id, deleted }) => id === contact?.id && deleted === true,
  );
  await call(
    'contacts.find (gone)',
    rejects(() => contacts.find(which), 404),
    isTrue,
  );
};
