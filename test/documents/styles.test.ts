/** The life of one item in small documents as frameworks and hands write them: listed, created, read, changed, deleted, and missing then. */
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { noScenarios } from './support/live-documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
type Body = any;

interface Style {
  readonly file: string;
  /** The path of the collection, with the base path. */
  readonly home: string;
  /** The path of an item, and the other paths, where they are not those of HTTP. */
  readonly item?: (id: string) => string;
  readonly list?: string;
  readonly create?: string;
  readonly update?: (id: string) => string;
  readonly remove?: (id: string) => string;
  /** The body of a POST that removes an item. */
  readonly removed?: (id: string) => unknown;
  /** The items in the body of a list, the item in another body, and the item in a request. */
  readonly itemsIn?: (body: Body) => readonly Body[];
  readonly itemIn?: (body: Body) => Body;
  readonly sent?: (item: object) => object;
  /** The property of the id. */
  readonly id?: string;
  /** With its id, if the creation does not return it. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
  readonly method?: 'PUT' | 'PATCH' | 'POST';
  readonly mediaType?: string;
  readonly changeType?: string;
  /** The properties of an item in it, if they are not the item itself. */
  readonly shown?: (item: Body) => Body;
  /** A body that is rejected, and how. */
  readonly wrong?: object;
  readonly rejected?: { readonly status: number; readonly body: Body };
  readonly missing?: Body;
}

const text = expect.any(String);
const inData = { itemsIn: ({ data }: Body) => data, itemIn: ({ data }: Body) => data };
const missingAt = (...at: readonly unknown[]) => ({ loc: ['body', ...at], msg: 'Field required', type: 'missing' });
const entry = (field: string) => ({ [field]: [expect.stringContaining('required')] });

const styles: readonly Style[] = [
  {
    file: 'fastapi-boats',
    home: '/boats/',
    item: (id) => `/boats/${id}`,
    first: { name: 'Ada', length: 7.5 },
    change: { name: 'Bea' },
    wrong: { length: 'long' },
    rejected: {
      status: 422,
      body: { detail: [missingAt('name'), { loc: ['body', 'length'], msg: text, type: text }] },
    },
  },
  {
    file: 'fastapi-notes',
    home: '/api/v1/notes/',
    item: (id) => `/api/v1/notes/${id}`,
    itemsIn: ({ data }) => data,
    first: { title: 'One', text: 'first' },
    change: { text: 'second' },
    method: 'PATCH',
    wrong: { title: '' },
    rejected: { status: 422, body: { detail: [{ loc: ['body', 'title'], msg: text, type: text }] } },
  },
  {
    file: 'springdoc-invoices',
    home: '/api/invoices',
    list: '/api/invoices?page=0&size=100',
    itemsIn: ({ content }) => content,
    first: { customer: 'Ada', amount: 12.5, status: 'SENT', issuedOn: '2030-02-01' },
    change: { customer: 'Bea', amount: 13 },
    wrong: { customer: '', status: 'LOST' },
    rejected: {
      status: 400,
      body: { status: 400, error: text, errors: ['customer', 'status'].map((field) => ({ field, message: text })) },
    },
    missing: { status: 404 },
  },
  {
    file: 'springdoc-drivers',
    home: '/drivers',
    list: '/drivers/all',
    create: '/drivers/add',
    item: (id) => `/drivers/find/${id}`,
    update: (id) => `/drivers/update/${id}`,
    remove: (id) => `/drivers/delete/${id}`,
    first: { name: 'Ada', license: 'B', active: true },
    change: { name: 'Bea', license: 'C' },
    wrong: { license: 'B' },
    rejected: { status: 400, body: { detail: 'body.name is required' } },
  },
  {
    file: 'swashbuckle-todos',
    home: '/api/TodoItems',
    first: { name: 'Water the plants', isComplete: false },
    change: { name: 'Water the plants', isComplete: true },
    wrong: { isComplete: true },
    rejected: { status: 400, body: { status: 400, errors: { Name: [text] } } },
    missing: { status: 404 },
  },
  {
    file: 'swashbuckle-rooms',
    home: '/api/Rooms',
    list: '/api/Rooms/GetAll',
    create: '/api/Rooms/Create',
    item: (id) => `/api/Rooms/GetById?id=${id}`,
    update: (id) => `/api/Rooms/Update?id=${id}`,
    remove: (id) => `/api/Rooms/Delete?id=${id}`,
    first: { number: '101', floor: 1, rate: 80.5 },
    change: { number: '102', floor: 1 },
    wrong: { floor: 1 },
    rejected: { status: 400, body: { status: 400, errors: { Number: [text] } } },
    missing: { status: 404 },
  },
  {
    file: 'nswag-products',
    home: '/api/Products',
    first: { name: 'Lamp', price: 19.9 },
    change: { name: 'Lantern', price: 20 },
    wrong: { price: 1 },
    rejected: { status: 400, body: { status: 400, errors: { Name: [text] } } },
    missing: { status: 404 },
  },
  {
    file: 'nestjs-dogs',
    home: '/dogs',
    first: { name: 'Rex', age: 3, breed: 'Beagle' },
    change: { age: 4 },
    method: 'PATCH',
    wrong: { name: 'Rex' },
    rejected: { status: 400, body: { statusCode: 400, message: [expect.stringContaining('age')] } },
    missing: { statusCode: 404, message: text },
  },
  {
    file: 'autogen-parcels',
    home: '/api/parcels',
    list: '/api/parcels/list',
    create: '/api/parcels/create',
    update: (id) => `/api/parcels/update/${id}`,
    remove: (id) => `/api/parcels/delete/${id}`,
    first: { weight: 3, to: { city: 'Bern' } },
    change: { weight: 4 },
  },
  {
    file: 'gin-crates',
    home: '/v1/crate',
    list: '/v1/crates',
    ...inData,
    first: { label: 'A', depth: 2 },
    change: { label: 'B' },
  },
  {
    file: 'hand-lanterns',
    home: '/lanterns',
    ...inData,
    first: { colour: 'red', height: 2 },
    change: { colour: 'blue' },
    method: 'PATCH',
  },
  {
    file: 'nestjs-articles',
    home: '/api/articles',
    itemsIn: ({ data }) => data,
    id: '_id',
    first: { title: 'One', body: 'first' },
    change: { title: 'Two', body: 'second' },
    wrong: { body: 'first' },
    rejected: { status: 400, body: { statusCode: 400 } },
    missing: { statusCode: 404 },
  },
  {
    file: 'tsoa-songs',
    home: '/songs',
    first: { title: 'One', artist: 'Ada', minutes: 3 },
    change: { minutes: 4 },
    method: 'PATCH',
    wrong: { title: 'One' },
    rejected: { status: 422, body: { message: 'Validation failed', details: expect.any(Object) } },
  },
  {
    file: 'drf-tasks',
    home: '/api/tasks/',
    item: (id) => `/api/tasks/${id}/`,
    itemsIn: ({ results }) => results,
    first: { title: 'Paint', done: false },
    change: { done: true },
    method: 'PATCH',
    wrong: { done: 'maybe' },
    rejected: { status: 400, body: { detail: text } },
  },
  {
    file: 'drf-parts',
    home: '/api/part/',
    item: (id) => `/api/part/${id}/`,
    id: 'pk',
    first: { name: 'Bolt', active: true },
    change: { name: 'Nut', active: false },
    wrong: { active: true },
    rejected: { status: 400, body: entry('name') },
    missing: { detail: text },
  },
  {
    file: 'goa-bottles',
    home: '/bottles',
    first: { name: 'Red', vintage: 2010 },
    change: { vintage: 2011 },
    method: 'PATCH',
    wrong: { name: 'Red', vintage: 1800 },
    rejected: { status: 400, body: { name: text, message: expect.stringContaining('vintage') } },
    missing: { message: text },
  },
  {
    file: 'language-models',
    home: '/v1/agents',
    first: { name: 'Ada', model: 'large', tools: [{ type: 'web_search' }] },
    change: { name: 'Bea' },
    method: 'PATCH',
    wrong: { name: 'Ada', tools: [{}] },
    rejected: { status: 422, body: { detail: [missingAt('model'), missingAt('tools', 0, 'type')] } },
  },
  {
    file: 'support-contacts',
    home: '/contacts',
    itemsIn: ({ data }) => data,
    first: { email: 'ada@example.com', name: 'Ada', role: 'user' },
    change: { name: 'Bea' },
    missing: { type: 'error.list', errors: [{ code: text }] },
  },
  {
    file: 'rswag-posts',
    home: '/api/v1/posts',
    sent: (post) => ({ post }),
    first: { title: 'One', body: 'first' },
    change: { title: 'Two', body: null },
    wrong: { post: { body: 'first' } },
    rejected: { status: 422, body: { errors: expect.any(Object) } },
    missing: { error: text },
  },
  {
    file: 'jsonapi-albums',
    home: '/albums',
    ...inData,
    sent: (attributes) => ({ data: { type: 'albums', attributes } }),
    shown: ({ attributes }) => attributes,
    first: { title: 'One', year: 1999 },
    change: { title: 'One', year: 2000 },
    method: 'PATCH',
    mediaType: 'application/vnd.api+json',
    wrong: { data: { type: 'albums', attributes: { year: 1 } } },
    rejected: { status: 422, body: { errors: [{ title: text, source: { pointer: '/data/attributes/title' } }] } },
    missing: { errors: [{ status: '404' }] },
  },
  {
    file: 'laravel-customers',
    home: '/api/customers',
    ...inData,
    first: { name: 'Ada', email: 'ada@example.com' },
    change: { name: 'Bea', email: 'bea@example.com' },
    wrong: { email: 'ada' },
    rejected: { status: 422, body: { message: text, errors: { name: [text], email: [text] } } },
    missing: { message: text },
  },
  {
    file: 'apiplatform-reviews',
    home: '/api/reviews',
    itemsIn: (body) => body['hydra:member'],
    first: { rating: 4, body: 'Fine' },
    change: { rating: 5 },
    method: 'PATCH',
    mediaType: 'application/ld+json',
    changeType: 'application/merge-patch+json',
    wrong: { rating: 9 },
    rejected: {
      status: 422,
      body: { violations: ['body', 'rating'].map((propertyPath) => ({ propertyPath, message: text })) },
    },
    missing: { status: 404 },
  },
  {
    file: 'gin-accounts',
    home: '/api/v1/accounts',
    first: { name: 'Savings' },
    change: { name: 'Travel' },
    method: 'PATCH',
    wrong: {},
    rejected: { status: 400, body: { code: 400, message: 'body.name is required' } },
    missing: { code: 404 },
  },
  {
    file: 'quarkus-fruits',
    home: '/fruits',
    first: { name: 'Pear', description: 'Green' },
    change: { name: 'Plum', description: 'Blue' },
    wrong: { description: 'Green' },
    rejected: { status: 400, body: { status: 400, violations: [{ field: 'name', message: text }] } },
  },
  {
    file: 'flask-smorest-pets',
    home: '/pets/',
    item: (id) => `/pets/${id}`,
    first: { name: 'Rex', kind: 'dog' },
    change: { name: 'Tom', kind: 'cat' },
    wrong: { kind: 'dog' },
    rejected: { status: 422, body: { code: 422, message: text, errors: expect.any(Object) } },
    missing: { code: 404 },
  },
  {
    file: 'ruoyi-staff',
    home: '/system/staff',
    list: '/system/staff/list',
    update: () => '/system/staff',
    itemsIn: ({ rows }) => rows,
    itemIn: ({ data }) => data,
    id: 'staffId',
    first: { staffId: 901, staffName: 'Ada' },
    change: { staffId: 901, staffName: 'Bea' },
  },
  {
    file: 'mybatis-brands',
    home: '/product/brand',
    list: '/product/brand/list',
    item: (id) => `/product/brand/info/${id}`,
    create: '/product/brand/save',
    update: () => '/product/brand/update',
    remove: () => '/product/brand/delete',
    removed: (id) => [Number(id)],
    itemsIn: ({ page }) => page.list,
    itemIn: ({ brand }) => brand,
    id: 'brandId',
    first: { brandId: 901, name: 'Ada' },
    change: { brandId: 901, name: 'Bea' },
    method: 'POST',
  },
  {
    file: 'ocs-shares',
    home: '/ocs/v2.php/apps/sharing/api/v1/shares',
    itemsIn: ({ ocs }) => ocs.data,
    itemIn: ({ ocs }) => ocs.data,
    first: { path: '/a', permissions: 1 },
    change: { permissions: 3 },
  },
  {
    file: 'spring-lessons',
    home: '/api/lessons',
    first: { title: 'One', published: false },
    change: { title: 'Two', published: true },
  },
  {
    file: 'abp-authors',
    home: '/api/app/author',
    itemsIn: ({ items }) => items,
    first: { name: 'Ada', shortBio: 'A' },
    change: { name: 'Bea', shortBio: 'B' },
    wrong: { shortBio: 'A' },
    rejected: { status: 400, body: { detail: text } },
  },
  {
    file: 'cms-recipes',
    home: '/api/recipes',
    ...inData,
    sent: (data) => ({ data }),
    shown: ({ attributes }) => attributes,
    first: { title: 'One', steps: 'a' },
    change: { title: 'Two', steps: 'b' },
    wrong: { data: { steps: 'a' } },
    rejected: { status: 400, body: { detail: text } },
  },
  {
    file: 'commerce-variants',
    home: '/admin/products',
    itemsIn: ({ products }) => products,
    itemIn: ({ product }) => product,
    first: { title: 'Lamp', handle: 'lamp' },
    change: { title: 'Lantern' },
    method: 'POST',
    wrong: { handle: 'lamp' },
    rejected: { status: 400, body: { detail: text } },
  },
  {
    file: 'django-catalog',
    home: '/api/products/',
    item: (id) => `/api/products/${id}/`,
    first: { title: 'Lamp', category: 1, active: true },
    change: { title: 'Lantern', category: 2 },
    wrong: { category: 1 },
    rejected: { status: 400, body: { detail: text } },
  },
];

const serve = async (file: string) => {
  const vivarium = await createVivarium({
    document: fileURLToPath(new URL(`styles/${file}.yaml`, import.meta.url)),
    scenarios: noScenarios(),
  });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('life');
  const send = async (verb: string, path: string, body?: unknown, type = 'application/json') => {
    const content = body === undefined ? {} : { headers: { 'content-type': type }, body: JSON.stringify(body) };
    const response = await world.fetch(path, {
      method: verb,
      ...content,
      headers: { ...content.headers, authorization: 'Bearer my key' },
    });
    const written = await response.text();
    return { status: response.status, body: (written === '' ? undefined : JSON.parse(written)) as Body };
  };
  const violations = () => world.exchanges().flatMap((one) => one.violations.filter(({ side }) => side === 'response'));
  return { send, violations };
};

test.each(styles)('$file', async (style) => {
  const { home, id = 'id', first, change, method = 'PUT', itemsIn = (body) => body } = style;
  const { itemIn = (body) => body, sent = (item) => item, shown = (item) => item } = style;
  const { mediaType = 'application/json', changeType = mediaType } = style;
  const { send, violations } = await serve(style.file);
  const itemPath = style.item ?? ((one) => `${home}/${one}`);
  const list = async (): Promise<readonly Body[]> => itemsIn((await send('GET', style.list ?? home)).body);

  const before = await list();
  expect(before.length).toBeGreaterThan(1);
  const created = await send('POST', style.create ?? home, sent(first), mediaType);
  expect([200, 201]).toContain(created.status);
  const key = String(first[id] ?? itemIn(created.body)[id]);
  expect(before.map((item) => String(item[id]))).not.toContain(key);
  const read = async () => shown(itemIn((await send('GET', itemPath(key))).body));
  expect(await read()).toMatchObject(first);
  expect((await list()).map((item) => String(item[id]))).toContain(key);

  const changed = await send(method, (style.update ?? itemPath)(key), sent(change), changeType);
  expect(changed.status).toBeLessThan(300);
  expect(await read()).toMatchObject(method === 'PATCH' ? { ...first, ...change } : change);

  if (style.wrong !== undefined)
    expect(await send('POST', style.create ?? home, style.wrong, mediaType)).toMatchObject(style.rejected as object);
  expect((await list()).length).toBe(before.length + 1);

  const removal = style.removed?.(key);
  const removing = send(removal === undefined ? 'DELETE' : 'POST', (style.remove ?? itemPath)(key), removal);
  expect((await removing).status).toBeLessThan(300);
  const gone = await send('GET', itemPath(key));
  expect(gone.status).toBe(404);
  if (style.missing !== undefined) expect(gone.body).toMatchObject(style.missing);
  expect((await list()).map((item) => String(item[id]))).toEqual(before.map((item) => String(item[id])));
  expect(violations()).toEqual([]);
});

/** An operation on many items, and the list before and after it, as the number of its items that were created before. */
const many: readonly {
  readonly file: string;
  readonly list: string;
  readonly create: readonly [path: string, item: object];
  readonly act: (ids: readonly (string | number)[]) => readonly [method: string, path: string, body?: unknown];
  /** How many of two created items are listed after it, and whether others are. */
  readonly left: number;
  readonly others: boolean;
}[] = [
  {
    file: 'spring-lessons',
    list: '/api/lessons',
    create: ['/api/lessons', { title: 'One' }],
    act: () => ['DELETE', '/api/lessons'],
    ...{ left: 0, others: false },
  },
  {
    file: 'photo-assets',
    list: '/assets',
    create: ['/assets', { fileName: 'a.png' }],
    act: ([first]) => ['DELETE', '/assets', { ids: [first, '00000000-0000-4000-8000-000000000000'] }],
    ...{ left: 1, others: true },
  },
  {
    file: 'django-catalog',
    list: '/api/products/',
    create: ['/api/products/', { title: 'Lamp', category: 1 }],
    act: (ids) => ['POST', '/api/products/bulk_delete/', { ids }],
    ...{ left: 0, others: true },
  },
  {
    file: 'django-catalog',
    list: '/api/categories/1/products/',
    create: ['/api/products/', { title: 'Lamp', category: 1 }],
    act: ([first]) => ['PUT', `/api/products/${first}/`, { title: 'Lamp', category: 2 }],
    ...{ left: 1, others: true },
  },
];

test.each(many)('$file: many items at once, $list', async ({ file, list, create, act, left, others }) => {
  const { send, violations } = await serve(file);
  const idsIn = async (): Promise<readonly (string | number)[]> =>
    (await send('GET', list)).body.map(({ id }: Body) => id);
  const ids = [(await send('POST', ...create)).body.id, (await send('POST', ...create)).body.id];
  expect(await idsIn()).toEqual(expect.arrayContaining(ids));
  expect((await send(...act(ids))).status).toBeLessThan(300);
  const listed = await idsIn();
  expect(listed.filter((id) => ids.includes(id))).toHaveLength(left);
  if (!others) expect(listed).toEqual([]);
  expect(violations()).toEqual([]);
});

test('a list creates its items, all or none', async () => {
  const { send } = await serve('django-catalog');
  const before = (await send('GET', '/api/products/')).body.length;
  const made = await send('POST', '/api/products/bulk/', [
    { title: 'A', category: 1 },
    { title: 'B', category: 2 },
  ]);
  expect(made).toMatchObject({ status: 201, body: [{ title: 'A' }, { title: 'B' }] });
  for (const { id, title } of made.body)
    expect((await send('GET', `/api/products/${id}/`)).body).toMatchObject({ id, title });
  expect((await send('POST', '/api/products/bulk/', [{ title: 'C', category: 1 }, {}])).status).toBe(400);
  expect((await send('GET', '/api/products/')).body).toHaveLength(before + 2);
});

test('a creation that returns what is above it keeps the item', async () => {
  const { send, violations } = await serve('commerce-variants');
  const { id } = (await send('POST', '/admin/products', { title: 'Lamp' })).body.product;
  const { body } = await send('POST', `/admin/products/${id}/variants`, { title: 'Red', sku: 'red-1' });
  expect(body.product.id).toBe(id);
  const { variants } = (await send('GET', `/admin/products/${id}/variants`)).body;
  expect(variants).toMatchObject([{ title: 'Red', sku: 'red-1' }]);
  expect(violations()).toEqual([]);
});

test('a creation that returns something else names the item by its noun', async () => {
  const { send, violations } = await serve('language-models');
  const { body } = await send('POST', '/v1/conversations', { inputs: 'Hello', model: 'large' });
  expect(body).toMatchObject({
    conversation_id: text,
    outputs: expect.arrayContaining([expect.objectContaining({ content: text })]),
  });
  const path = `/v1/conversations/${body.conversation_id}`;
  expect((await send('GET', path)).body).toMatchObject({ id: body.conversation_id, model: 'large' });
  expect((await send('POST', path, { inputs: 'More' })).body.conversation_id).toBe(body.conversation_id);
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await send('GET', path)).status).toBe(404);
  expect(violations()).toEqual([]);
});
