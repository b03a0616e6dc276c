/** Data for the eye: examples in the first item alone, and values that agree and differ. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { documentOf, operationOf, readyService } from '../../core/helpers.ts';
import { jsonBody } from '../../short-document.ts';

const text: JsonObject = { type: 'string' };
const now = Date.parse('2030-06-01T00:00:00Z');

/** Fifty items of a schema; with `usesExamples`, each as the first of its collection. */
const itemsOf = async (name: string, properties: JsonObject, usesExamples = false): Promise<readonly JsonObject[]> => {
  const schema = { type: 'object', title: name, required: Object.keys(properties), properties };
  const service = await readyService(
    documentOf({
      '/': { get: { operationId: 'get', responses: { 200: { description: '', content: jsonBody(schema) } } } },
    }),
  );
  const content = operationOf(service, 'get').success?.response.contents[0];
  return Array.from({ length: 50 }, (_, seed) => content?.generate({ seed, now, usesExamples }) as JsonObject);
};

const examples = (example: JsonObject[string], schema: JsonObject): JsonObject => ({ ...schema, example });

test('the first item has the examples of its properties, also lists, objects and numbers', async () => {
  const properties = {
    motto: examples('doggie', text),
    labels: examples(['a', 'b'], { type: 'array', items: text }),
    size: examples(
      { w: 7 },
      { type: 'object', required: ['w'], properties: { w: { type: 'integer' }, h: { type: 'integer' } } },
    ),
    weight: examples(4000, { type: 'integer' }),
    wrong: examples('x', { type: 'integer' }),
  };
  for (const item of await itemsOf('thing', properties, true))
    expect(item).toMatchObject({ motto: 'doggie', labels: ['a', 'b'], size: { w: 7 }, weight: 4000 });
});

test.each<[string, string, RegExp]>([
  ['motto', 'FooProject28916', /^FooProject[1-9]{5}$/],
  ['link', 'https://cdn.example.com/files/a.pdf?x=1', /^https:\/\/(cdn\.)?example\.com\//],
  ['moment', '2023-04-03 22:13:42.674981+00', /^2030-0[45]-\d\d \d\d:\d\d:\d\d\.674981\+00$/],
  ['createdAt', '2024-01-15 10:00:00', /^2030-0[45]-\d\d \d\d:\d\d:\d\d$/],
  ['motto', 'We like it here.', /^[A-Z].+ .+\.$/],
])('other items vary the pattern of the text %s: %j', async (name, example, pattern) => {
  const values = (await itemsOf('thing', { [name]: examples(example, text) })).map((item) => String(item[name]));
  for (const value of values) expect(value).toMatch(pattern);
  expect(new Set(values).size).toBeGreaterThan(20);
  expect(values).not.toContain(example);
});

test.each(['doggie', 'Hello World', 'Spa-Francorchamps'])(
  '%s is said of all items, since nothing else is known to fit',
  async (example) => {
    const values = (await itemsOf('thing', { motto: examples(example, text) })).map(({ motto }) => motto);
    expect([...new Set(values)]).toEqual([example]);
  },
);

test.each<[string, string, RegExp, number]>([
  ['sku', 'SKU-001', /^SKU-[1-9]{3}$/, 40],
  ['invoiceNumber', 'INV/2024/001', /^INV\/2024\/[1-9]{3}$/, 40],
  ['roomNumber', '101', /^[1-9]{3}$/, 40],
  ['couponCode', 'SAVE', /^[A-Z]{4}$/, 40],
  ['externalId', 'ext_Abc', /^ext_[A-Z][a-z]{2}$/, 40],
  ['zipCode', '10001', /^(?!10001)/, 2],
])('the code of each item is its own, in the notation of the example: %s %j', async (name, example, pattern, least) => {
  const values = (await itemsOf('thing', { [name]: examples(example, text) })).map((item) => String(item[name]));
  for (const value of values) expect(value).toMatch(pattern);
  expect(new Set(values).size).toBeGreaterThan(least);
});

test('a code keeps its example, because no other is known', async () => {
  for (const item of await itemsOf('thing', { object: examples('order', text), event: examples('sent', text) }))
    expect(item).toEqual({ object: 'order', event: 'sent' });
});

test('a pattern holds for varied texts too', async () => {
  const values = await itemsOf('thing', { mark: { ...text, pattern: '^A-\\d{4}$', example: 'A-1042' } });
  for (const { mark } of values) expect(mark).toMatch(/^A-\d{4}$/);
});

test('slugs follow titles, emails and logins follow names', async () => {
  for (const { slug, title } of await itemsOf('Article', { slug: text, title: text }))
    expect(slug).toBe(String(title).toLowerCase().replaceAll(' ', '-'));
  const person = { firstName: text, lastName: text, email: { ...text, format: 'email' }, username: text };
  for (const { firstName, lastName, email, username } of await itemsOf('Customer', person)) {
    const login = [firstName, lastName]
      .map((name) =>
        String(name)
          .toLowerCase()
          .replace(/[^a-z]/g, ''),
      )
      .join('.');
    expect({ email, username }).toEqual({ email: `${login}@example.com`, username: login });
  }
  for (const { customerName, customerEmail } of await itemsOf('Order', { customerName: text, customerEmail: text }))
    expect(customerEmail).toBe(
      `${String(customerName)
        .toLowerCase()
        .replace(/ /, '.')
        .replace(/[^a-z.]/g, '')}@example.com`,
    );
});

test('the parts of an address are those of one country', async () => {
  const countries = new Map<unknown, unknown>();
  for (const { city, country, countryCode } of await itemsOf('Address', {
    city: text,
    country: text,
    countryCode: text,
  })) {
    expect(new Intl.DisplayNames(['en'], { type: 'region' }).of(String(countryCode))).toBe(country);
    expect(countries.get(city) ?? country).toBe(country);
    countries.set(city, country);
  }
  expect(countries.size).toBeGreaterThan(10);
});

test('an item is updated after it is created, prices have two digits, and rows differ', async () => {
  const time = { ...text, format: 'date-time' };
  const items = await itemsOf('Product', {
    createdAt: time,
    updatedAt: time,
    price: { type: 'number' },
    amount: text,
    description: text,
    image: text,
  });
  for (const { createdAt, updatedAt, price, amount } of items) {
    expect(String(updatedAt) >= String(createdAt)).toBe(true);
    expect(Number(price)).toBe(Number(Number(price).toFixed(2)));
    expect(amount).toMatch(/^\d+\.\d\d$/);
  }
  for (const name of ['description', 'image'])
    expect(new Set(items.map((item) => item[name])).size, name).toBeGreaterThan(45);
  expect(JSON.stringify(items)).not.toMatch(/lorem|ipsum/i);
});

test('money has two digits as text, and is whole in minor units', async () => {
  const integer = { type: 'integer' };
  const money = (value: JsonObject): JsonObject => ({ type: 'object', required: ['value'], properties: { value } });
  const items = await itemsOf('Order', {
    totalAmount: text,
    unit_price_usd: text,
    amountDue: text,
    shipping_amount: money(text),
    price_cents: integer,
    feeInCents: { type: 'number' },
  });
  for (const item of items) {
    for (const name of ['totalAmount', 'unit_price_usd', 'amountDue']) expect(item[name], name).toMatch(/^\d+\.\d\d$/);
    expect((item.shipping_amount as JsonObject).value).toMatch(/^\d+\.\d\d$/);
    for (const name of ['price_cents', 'feeInCents'])
      expect(Number.isInteger(item[name]) && Number(item[name]) >= 100, name).toBe(true);
  }
});

test('the mail of a person is theirs, and the handle of a thing is its title', async () => {
  const person = { firstname: text, lastname: text, mail: text, handle: text };
  for (const { firstname, lastname, mail, handle } of await itemsOf('User', person)) {
    const login = `${firstname}.${lastname}`.toLowerCase().replaceAll(/[^a-z.]/g, '');
    expect({ mail, handle }).toEqual({ mail: `${login}@example.com`, handle: login });
  }
  for (const { handle, title } of await itemsOf('Product', { handle: text, title: text }))
    expect(handle).toBe(
      String(title)
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, '-'),
    );
});

test('a name of an unknown kind reads like a name, and the slug follows it', async () => {
  for (const { name, slug, planName } of await itemsOf('Gadget', { name: text, slug: text, planName: text })) {
    expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(planName).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(slug).toBe(String(name).toLowerCase().replace(' ', '-'));
  }
});

test.each<[string, JsonObject]>([
  ['a type', { type: ['string', 'null'] }],
  ['a branch', { anyOf: [text, { type: 'null' }] }],
  ['a branch of a union with a title', { oneOf: [{ type: 'null' }, text], title: 'Note' }],
])('an optional value with null as %s is null one time in ten, and an id never', async (_, schema) => {
  const items = await itemsOf('thing', { note: schema, id: schema });
  const nulls = items.filter(({ note }) => note === null).length;
  expect(nulls).toBeGreaterThan(0);
  expect(nulls).toBeLessThan(15);
  expect(items.filter(({ id }) => id === null)).toEqual([]);
});

const valuesOf = async (owner: string, properties: JsonObject): Promise<readonly Readonly<Record<string, string>>[]> =>
  (await itemsOf(owner, properties)) as unknown as readonly Readonly<Record<string, string>>[];

test('a pattern beside a name, and an example, leave the name that of a person or a city', async () => {
  const name = { ...text, pattern: "^[\\p{L}]+([ '-][\\p{L}]+){0,2}\\.?$" };
  const owners = await valuesOf('Owner', {
    firstName: examples('George', name),
    city: examples('Madison', { ...text, pattern: '^[A-Z].*$' }),
  });
  const words = /^(Creek|Oak|Tide|Coral|Moon|Reef|Star|Sky|Leaf|Stone)$/;
  for (const { firstName = '', city = '' } of owners)
    expect(`${firstName} ${city}`.split(' ').filter((word) => words.test(word))).toEqual([]);
});

test.each([
  ['name', 'surname', 'full_name', 'title'],
  ['nombre', 'apellido', 'nombreCompleto', 'titulo'],
  ['Name', 'LastName', 'FullName', 'Title'],
  ['prenom', 'nom', 'full_name', 'titre'],
])('the names of a person agree (%s, %s, %s), and a title is none of them', async (first, last, full, title) => {
  for (const value of await valuesOf('Adopter', { [first]: text, [last]: text, [full]: text, [title]: text })) {
    expect(value[full]).toBe(`${value[first]} ${value[last]}`);
    expect(value[title]).not.toBe(value[full]);
  }
});

test.each([
  ['state', 'zip', /\d/],
  ['estado', 'ciudad', /^[A-Z]/],
  ['uf', 'cep', /\d/],
  ['state', 'codigo_postal', /\d/],
])('%s beside %s is a region, and no status', async (state, city, expected) => {
  for (const value of await valuesOf('Address', { [state]: text, [city]: text })) {
    expect(value[state]).not.toMatch(/^(active|pending)$/);
    expect(value[city]).toMatch(expected);
  }
});

test('texts with measures and days are numbers and dates', async () => {
  for (const { weight = '', available_on: day = '', percent_done: percent = '' } of await valuesOf('Parcel', {
    weight: text,
    available_on: text,
    percent_done: { type: 'number' },
  })) {
    expect(Number(weight)).toBeGreaterThan(0);
    expect(Number(percent)).toBeLessThanOrEqual(100);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test('ids are whole, and no minimum is above its maximum', async () => {
  const number = { type: 'number' };
  const properties = { tmdbId: number, min_price: number, max_price: number, priceFrom: number, priceTo: number };
  for (const item of (await itemsOf('Film', properties)) as unknown as readonly Record<
    keyof typeof properties,
    number
  >[]) {
    expect(item.tmdbId).toSatisfy(Number.isInteger);
    expect(item.min_price).toBeLessThanOrEqual(item.max_price);
    expect(item.priceFrom).toBeLessThanOrEqual(item.priceTo);
  }
});

test('sentences have the article of their word', async () => {
  for (const { description } of await valuesOf('Thing', { description: text }))
    expect(description).not.toMatch(/\ba [aeiou]/i);
});

test('years, tokens and links look like such', async () => {
  const link = { type: 'object', properties: { href: text, title: text } };
  const properties = {
    year_published: { type: 'integer' },
    _links: { type: 'object', additionalProperties: link },
  };
  for (const item of await itemsOf('Book', properties)) {
    expect(item.year_published).toBeGreaterThan(1989);
    expect(item._links).toEqual({ self: expect.objectContaining({ href: expect.any(String) }) });
  }
  for (const { access } of await itemsOf('TokenPair', { access: text })) expect(access).toMatch(/^\w{24}$/);
  for (const { access } of await itemsOf('Folder', { access: text })) expect(access).not.toMatch(/^\w{24}$/);
});
