/** What generated data state about one place agrees, also in the objects within an object. */
import { allLocales } from '@faker-js/faker';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type VivariumWorld } from '../../../src/index.ts';
import { createTools } from '../../../src/openapi/generate/faker.ts';
import { loadLocale } from '../../../src/parts/locale/find-locale.ts';
import { fullNameOf, type KnownPlace, loginOf, newPerson, placeFor } from '../../../src/parts/locale/index.ts';
import { documentOf, operationOf, readyService } from '../../core/helpers.ts';
import { named } from '../../short-document.ts';

const [text, number] = [{ type: 'string' }, { type: 'number' }];
const places = Array.from({ length: 24 }, (_, index) => placeFor(undefined, () => index / 24));

/** Fifty objects of the properties, each with the place whose city it has. */
const placedOf = async (properties: JsonObject): Promise<readonly (readonly [JsonObject, KnownPlace])[]> => {
  const all = { city: text, ...properties };
  const required = Object.keys(all);
  const nested = Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [
      name,
      { ...schema, ...('properties' in schema ? { required: Object.keys(schema.properties as object) } : {}) },
    ]),
  );
  const schema = { type: 'object', title: 'Address', required, properties: nested };
  const service = await readyService(documentOf({ '/': { get: named('get', schema) } }));
  const content = operationOf(service, 'get').success?.response.contents[0];
  return Array.from({ length: 50 }, (_, seed) => {
    const value = content?.generate({ seed, now: 0, usesExamples: false }) as JsonObject;
    const place = places.find(({ city }) => city === value.city);
    if (place === undefined) throw new Error(`no place has the city ${value.city}`);
    return [value, place];
  });
};

test('every place has a code of its own region and a time zone that exists', () => {
  expect(new Set(places.map(({ city }) => city)).size).toBe(24);
  expect(new Set(places.map(({ countryCode, regionCode }) => `${countryCode}-${regionCode}`)).size).toBe(24);
  for (const { timeZone } of places) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});

test.each<[string, JsonObject, (place: KnownPlace) => string]>([
  ['countryCode', text, ({ countryCode }) => countryCode],
  ['CountryISO2', text, ({ countryCode }) => countryCode],
  ['country_code3', text, ({ countryCode3 }) => countryCode3],
  ['country', { ...text, maxLength: 3 }, ({ countryCode3 }) => countryCode3],
  ['country', { ...text, maxLength: 2 }, ({ countryCode }) => countryCode],
  ['country', { ...text, example: 'US' }, ({ countryCode }) => countryCode],
  ['country', { ...text, enum: places.map((one) => one.country) }, ({ country }) => country],
  ['state', { ...text, example: 'CA' }, ({ regionCode }) => regionCode],
  ['state', { ...text, example: 'Georgia' }, ({ region }) => region],
  ['stateCode', text, ({ regionCode }) => regionCode],
  ['billing_address_state', text, ({ region }) => region],
  ['locality', text, ({ city }) => city],
  ['timezone', text, ({ timeZone }) => timeZone],
])('%s (%j) beside a city is that of its place', async (name, schema, expected) => {
  for (const [value, place] of await placedOf({ [name]: schema })) expect(value[name]).toBe(expected(place));
});

test('an object about the country, the state or the location has that of the city beside it', async () => {
  const properties = {
    country: { type: 'object', properties: { name: text, code: text, iso3: text } },
    state: { type: 'object', properties: { name: text, code: text } },
    location: { type: 'object', properties: { city: text } },
    address: { type: 'object', properties: { city: text } },
  };
  for (const [value, { country, countryCode, countryCode3, region, regionCode, city }] of await placedOf(properties))
    expect(value).toMatchObject({
      country: { name: country, code: countryCode, iso3: countryCode3 },
      state: { name: region, code: regionCode },
      location: { city },
      address: { city },
    });
});

test('a point is near its city: as numbers, as texts, as coordinates, and within a schema of latitudes', async () => {
  const properties = {
    latitude: { ...number, minimum: -90, maximum: 90 },
    longitude: number,
    lat: text,
    lng: text,
    coordinates: { type: 'array', minItems: 2, maxItems: 2, items: number },
  };
  for (const [value, { latitude, longitude }] of await placedOf(properties)) {
    const points = [
      [value.longitude, value.latitude],
      [Number(value.lng), Number(value.lat)],
      value.coordinates as readonly number[],
    ];
    for (const [east, north] of points) {
      expect(Math.abs((east as number) - longitude)).toBeLessThan(0.1);
      expect(Math.abs((north as number) - latitude)).toBeLessThan(0.1);
    }
  }
});

test.each(Object.keys(allLocales).filter((name) => name !== 'base'))('%s has people and places', (name) => {
  const { faker, seed } = createTools(loadLocale(name));
  for (const chance of [1, 2, 3]) {
    seed(chance, 0);
    const person = newPerson(faker);
    const { city, region, country, countryCode, countryCode3, timeZone } = placeFor(faker, () => 0);
    expect(fullNameOf(person)).toMatch(/^\S.*\S$/);
    expect(loginOf(person)).toMatch(/^[a-z0-9._-]+$/);
    for (const text of [city, region, country]) expect(text).not.toBe('');
    expect([countryCode, countryCode3]).toEqual([
      expect.stringMatching(/^[A-Z]{2}$/),
      expect.stringMatching(/^[A-Z]{3}$/),
    ]);
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  }
});

describe('the locale of a world', async () => {
  const item = {
    type: 'object',
    required: ['id', 'name', 'email', 'phone', 'address'],
    properties: {
      ...{ id: { type: 'integer', readOnly: true }, name: text, email: { ...text, format: 'email' }, phone: text },
      address: { type: 'object', required: ['city', 'country'], properties: { city: text, country: text } },
    },
  };
  const document = documentOf({
    '/people': {
      get: named('list', { type: 'array', items: item }),
      post: {
        operationId: 'add',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: { description: 'Created', content: { 'application/json': { schema: item } } } },
      },
    },
  });
  const countriesIn = async (world: VivariumWorld): Promise<readonly string[]> => {
    const created = await world.fetch('/people', { method: 'POST', headers: json, body: '{}' });
    const list = (await (await world.fetch('/people')).json()) as { readonly address: { readonly country: string } }[];
    expect(created.status).toBe(201);
    return [...new Set(list.map(({ address }) => address.country))];
  };
  const json = { 'Content-Type': 'application/json' };

  test('is that of the options, in the start data and in what is created', async () => {
    const vivarium = await createVivarium({ document, locale: 'pt_BR' });
    expect(await countriesIn(vivarium.world('a'))).toEqual(['Brasil']);
  });

  test('is that of its scenario, whatever worlds beside it have', async () => {
    const vivarium = await createVivarium({ document });
    const worlds = await Promise.all(
      ['de', 'fr', undefined].map(async (locale) => {
        const world = vivarium.world(`w-${locale}`);
        world.start({ inline: { generate: { people: 3 }, ...(locale !== undefined && { locale }) } });
        return world;
      }),
    );
    const [german, french, english] = await Promise.all(worlds.map(countriesIn));
    expect([german, french]).toEqual([['Deutschland'], ['France']]);
    expect(english).not.toContain('Deutschland');
  });

  test('names the streets, also beside a house number', async () => {
    const place = {
      type: 'object',
      required: ['street', 'house_number'],
      properties: { street: text, house_number: text },
    };
    const places = documentOf({ '/places': { get: named('list', { type: 'array', items: place, minItems: 5 }) } });
    const vivarium = await createVivarium({ document: places, locale: 'ja' });
    const list = (await (await vivarium.world('a').fetch('/places')).json()) as { readonly street: string }[];
    for (const { street } of list) expect(street).toMatch(/^[^a-z]+$/i);
  });

  test('an option goes before the start scenario', async () => {
    const vivarium = await createVivarium({
      document,
      locale: 'it',
      scenario: { locale: 'ja', generate: { people: 2 } },
    });
    expect(await countriesIn(vivarium.world('a'))).toEqual(['Italia']);
  });

  test('of samples, by their own option', async () => {
    const vivarium = await createVivarium({ document, locale: 'it' });
    const [italian] = vivarium.sample<{ readonly address: { readonly country: string } }[]>('list 200');
    const [polish] = vivarium.sample<{ readonly address: { readonly country: string } }[]>('list 200', {
      locale: 'pl',
    });
    expect([italian?.address.country, polish?.address.country]).toEqual(['Italia', 'Polska']);
  });

  test('an unknown one is an error with a suggestion', async () => {
    const message = '@faker-js/faker has no locale "pt-BR". Did you mean "pt_BR"?';
    await expect(createVivarium({ document, locale: 'pt-BR' })).rejects.toThrow(message);
    await expect(createVivarium({ document, scenario: { locale: 'pt-BR' } })).rejects.toThrow(message);
    const vivarium = await createVivarium({ document });
    expect(() => vivarium.sample('list 200', { locale: 'pt-BR' })).toThrow(message);
    expect(() => vivarium.sample('list 200', { locale: '../../x' })).toThrow('has no locale');
  });
});

test.each<[locale: string, prose: RegExp, title: RegExp]>([
  ['de', /Monats|Vertrieb|Frühjahr|Fassung|Leitung|Büro/, /er [A-Z]\w+$/],
  ['pt_BR', /mês|vendas|março|versão|direção|escritório/, / (anual|breve|completo|comum|final|interno|novo|regional)$/],
  ['ru', /^[^a-z]+$/i, /^[^a-z]+$/i],
  ['sv', /team|month|version|feedback|March|\w/, /^[A-Z][a-z]+/],
])('the sentences and titles of generated data are those of %s', async (locale, prose, title) => {
  const Task = {
    type: 'object',
    title: 'Task',
    required: ['title', 'description'],
    properties: { title: text, description: text },
  };
  const document = documentOf({ '/': { get: named('task', Task) } });
  const vivarium = await createVivarium({ document, locale });
  const tasks = vivarium.samples<{ readonly title: string; readonly description: string }>('task 200', 10);
  for (const one of tasks)
    expect(one).toEqual({ title: expect.stringMatching(title), description: expect.stringMatching(prose) });
  await vivarium.close();
});
