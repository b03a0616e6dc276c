/** Properties that contain another item: what a request may have instead, and what is stored. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../../src/index.ts';
import { declared, inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { documentOf } from '../../documents.ts';
import { type Answer, type Client, servePaths } from '../served.ts';
import { collection, serviceFor } from '../small.ts';

const Site = object({ id: integer, name: text, slug: text, status: text }, ['id', 'name', 'slug']);
const BriefSite = object({ id: integer, name: text, slug: text }, ['id', 'name', 'slug']);
const Label = object({ id: integer, name: text }, ['id', 'name']);
const Person = object({ gid: text, name: text, email: text }, ['gid', 'name']);
const PersonCompact = object({ gid: text, name: text }, ['gid', 'name']);

const Device = object(
  {
    ...{ id: integer, name: text, site: ref('BriefSite'), tags: listOf(ref('Label')), vendor: text, rack_id: integer },
    assignee: { anyOf: [ref('PersonCompact'), { type: 'null' }] },
    owner: object({ id: integer, login: text }, ['id', 'login']),
  },
  ['id', 'name'],
);
const DeviceRequest = object({
  ...{ name: text, site: integer, tag_ids: listOf(integer), rack: integer, owner_id: integer },
  ...{ assignee: { type: ['string', 'null'] }, vendor: object({ id: text, country: text }) },
});
const schemas = { Site, BriefSite, Label, Person, PersonCompact, Device, DeviceRequest };

const collectionOf = (path: string, item: string, takes = item, id: object = integer) => ({
  [path]: collection(ref(item), { takes: ref(takes), status: 201 }),
  [`${path}/{key}`]: {
    parameters: [inPath('key', id)],
    get: operation(ref(item)),
    patch: operation(ref(item), { takes: ref(takes) }),
  },
});

const paths = {
  ...collectionOf('/sites', 'Site'),
  ...collectionOf('/people', 'Person', 'Person', text),
  ...collectionOf('/devices', 'Device', 'DeviceRequest'),
};

const data = {
  sites: [{ id: 7, name: 'Oslo', slug: 'oslo', status: 'active' }],
  people: [{ gid: 'p1', name: 'Ada', email: 'ada@example.com' }],
};

const serve = (): Promise<Client> => servePaths(paths, schemas, { data });

/** The device that a creation stores, as it is then read. */
const store = async ({ send, get, violations }: Client, body: object) => {
  const created = await send('POST', '/devices', { name: 'd', ...body });
  expect([created.status, violations()]).toEqual([201, []]);
  const read = await get(`/devices/${created.body.id}`);
  expect(read.body).toEqual(created.body);
  return read.body;
};

describe('a request refers to another item', () => {
  test.each<[string, object, object]>([
    ['by its id', { site: 7 }, { site: { id: 7, name: 'Oslo', slug: 'oslo' } }],
    ['by an id of another name', { assignee: 'p1' }, { assignee: { gid: 'p1', name: 'Ada' } }],
    ['by null', { assignee: null }, { assignee: null }],
    ['by a property with the id alone', { owner_id: 9 }, { owner: { id: 9, login: expect.any(String) } }],
    ['by an object, and the item has the id', { rack: 4 }, { rack_id: 4 }],
    ['by an object, and the item has a text', { vendor: { id: 'v1', country: 'NO' } }, { vendor: 'v1' }],
  ])('%s', async (_name, sent, stored) => {
    expect(await store(await serve(), sent)).toMatchObject(stored);
  });

  test('in the attributes of an item, with an object around the other one', async () => {
    const around = (inner: object) => object({ data: inner });
    const resource = (attributes: object) => object({ id: { type: 'number' }, attributes });
    const Brand = resource(object({ name: text }));
    const lesser = resource(object({}));
    const similar = around(listOf(ref('ShoeCompact')));
    const Shoe = resource(object({ size: integer, brand: around(lesser), similar }));
    const of = (path: string, item: string, sent: object) => {
      const [one, takes] = [around(ref(item)), around(object(sent))];
      return {
        [path]: { get: operation(around(listOf(ref(item)))), post: operation(one, { takes }) },
        [`${path}/{id}`]: { get: operation(one), put: operation(one, { takes }) },
      };
    };
    const client = await servePaths(
      { ...of('/brands', 'Brand', { name: text }), ...of('/shoes', 'Shoe', { size: integer, brand: {}, similar: {} }) },
      { Brand, Shoe, ShoeCompact: resource(object({ size: integer })) },
    );
    const stored = async (method: string, path: string, data: JsonObject) => {
      const { body } = await client.send(method, path, { data });
      expect([client.violations(), (await client.get(`/shoes/${body.data.id}`)).body]).toEqual([[], body]);
      return body.data.attributes;
    };
    for (const name of ['one', 'two']) await client.send('POST', '/brands', { data: { name } });
    const two = { data: { id: 2, attributes: { name: 'two' } } };
    const first = { id: 1, attributes: { size: 40, brand: two } };
    expect(await stored('POST', '/shoes', { size: 40, brand: 2 })).toEqual({ size: 40, brand: two });
    const connected = await stored('POST', '/shoes', { brand: { connect: ['2'] }, similar: [1] });
    expect(connected).toEqual({ brand: two, similar: { data: [first] } });
    expect(await stored('PUT', '/shoes/2', { similar: { disconnect: [1] } })).toMatchObject({ similar: { data: [] } });
  });

  test('that does not exist: it is completed once', async () => {
    const stored = await store(await serve(), { assignee: 'nobody', site: 99, tag_ids: [3, 5] });
    expect(stored.assignee).toEqual({ gid: 'nobody', name: expect.any(String) });
    expect(stored.site).toEqual({ id: 99, name: expect.any(String), slug: expect.any(String) });
    expect(stored.tags.map(({ id }: { id: number }) => id)).toEqual([3, 5]);
  });

  test('in a change: the other item replaces the one before', async () => {
    const client = await serve();
    const { id } = await store(client, { site: 99, assignee: 'nobody' });
    const { status, body } = await client.send('PATCH', `/devices/${id}`, { site: 7, assignee: 'p1' });
    const [site, assignee] = [
      { id: 7, name: 'Oslo', slug: 'oslo' },
      { gid: 'p1', name: 'Ada' },
    ];
    expect([status, body.site, body.assignee]).toEqual([200, site, assignee]);
  });
});

describe('the collection of the other items', () => {
  const referencesIn = (given: object, name = 'given', more: object = {}) =>
    serviceFor(
      { ...collectionOf('/users', 'User'), ...collectionOf('/teams', 'Team'), ...collectionOf('/things', 'Thing') },
      {
        User: object({ id: integer, name: text, email: text }),
        Team: object({ id: integer, name: text, budget: integer }),
        UserSummary: object({ id: integer, name: text }),
        Thing: object({ id: integer, name: text, [name]: given }),
        ...more,
      },
    )
      .collections.get('things')
      ?.relations().items;
  const targetsIn = (...given: Parameters<typeof referencesIn>) =>
    referencesIn(...given)?.map(({ collection }) => collection);

  test('is not searched for an object with thousands of properties', () => {
    const large = (size: number): object =>
      object({ id: integer, ...Object.fromEntries(Array.from({ length: size }, (_, at) => [`p${at}`, text])) });
    expect(referencesIn(large(199))).toMatchObject([{ property: 'given', idProperty: 'id' }]);
    expect(referencesIn(large(200))).toEqual([]);
  });

  test('is that of the same schema, or of a schema with its name', () => {
    expect(targetsIn(ref('User'))).toEqual(['users']);
    expect(targetsIn(ref('UserSummary'))).toEqual(['users']);
    expect(targetsIn(listOf(ref('UserSummary')))).toEqual(['users']);
  });

  test('is unknown if several fit, and a property without an id refers to nothing', () => {
    expect(targetsIn(object({ id: integer, name: text }))).toEqual([undefined]);
    expect(targetsIn(object({ street: text }))).toEqual([]);
    expect(targetsIn({ anyOf: [integer, ref('User')] })).toEqual([]);
  });

  test.each([
    ...['BriefUser', 'MiniUser', 'SimplifiedUser', 'UserReference', 'UserDto', 'UserInfo', 'NestedUserResponse'],
    ...['ShortUser', 'MinimalUser', 'SimpleUser', 'BasicUser', 'LightUser', 'CompactUser', 'PublicUser', 'PartialUser'],
    ...['UserRef', 'UserLink', 'UserBase', 'EmbeddedUser', 'UserDetails', 'UserObject'],
  ])('is found by the schema %s, whose name says that it is a part', (name) => {
    expect(targetsIn(ref(name), 'given', { [name]: object({ id: integer, name: text }) })).toEqual(['users']);
  });

  test('is found by the name of the property if the schema has none', () => {
    const inline = object({ id: integer, name: text });
    expect(targetsIn(inline, 'user')).toEqual(['users']);
    expect(targetsIn(listOf(inline), 'users')).toEqual(['users']);
    expect(targetsIn(inline, 'using')).toEqual([undefined]);
  });

  test('has items with the same id, and none of a parent', () => {
    expect(targetsIn(object({ uuid: text, name: text }), 'user')).toEqual([undefined]);
    expect(targetsIn(object({ uuid: text, name: text, email: text }), 'user')).toEqual([undefined]);
    const site = object({ id: integer, userId: integer, url: text });
    const nested = serviceFor(
      { ...collectionOf('/users/{userId}/sites', 'Site'), ...collectionOf('/logs', 'Log') },
      { Site: site, Log: object({ id: integer, text, site: ref('Site') }) },
    );
    expect(nested.collections.has('sites')).toBe(true);
    expect(nested.collections.get('logs')?.relations().items).toMatchObject([
      { property: 'site', collection: undefined },
    ]);
  });

  test('is identified by the only property that ends in "id", if none is named after it', () => {
    expect(referencesIn(object({ accountId: text, label: text }))).toMatchObject([{ idProperty: 'accountId' }]);
    expect(referencesIn(object({ accountId: text, teamId: text, label: text }))).toEqual([]);
    expect(referencesIn(object({ accountId: object({}), label: text }))).toEqual([]);
    expect(referencesIn(object({ accountIdentity: text, label: text }))).toEqual([]);
    expect(referencesIn(object({ accountID: text, label: text }))).toMatchObject([{ idProperty: 'accountID' }]);
  });

  test('is found by the id alone, but not beside other content', () => {
    expect(targetsIn(object({ id: integer }), 'user')).toEqual(['users']);
    expect(targetsIn(object({ id: integer, street: text, city: text }), 'user')).toEqual([undefined]);
  });

  test('is unknown if a union names several schemas, or the name is too deep in it', () => {
    const part = object({ id: integer, name: text });
    const more = { TeamSummary: part };
    expect(targetsIn({ anyOf: [ref('UserSummary'), ref('TeamSummary')] }, 'given', more)).toEqual([undefined]);
    const within = (depth: number): object => (depth === 0 ? ref('UserSummary') : { allOf: [within(depth - 1)] });
    expect(targetsIn(within(4))).toEqual(['users']);
    expect(targetsIn(within(5))).toEqual([undefined]);
  });

  test('is found by all words of the name of a schema, as of the path or of its own schema', () => {
    const Brief = object({ id: integer, name: text });
    const targetFor = (path: string, name: string) =>
      serviceFor(
        { ...collectionOf(path, 'Membership'), ...collectionOf('/logs', 'Log') },
        {
          Membership: object({ id: integer, name: text, since: text }),
          [name]: Brief,
          Log: object({ id: integer, text, given: ref(name) }),
        },
      )
        .collections.get('logs')
        ?.relations().items[0]?.collection;
    expect(targetFor('/team-members', 'TeamMemberRef')).toBe('team-members');
    expect(targetFor('/team-members', 'MembershipRef')).toBe('team-members');
    expect(targetFor('/team-members', 'TeamRef')).toBeUndefined();
    expect(targetFor('/team-members', 'Reference')).toBeUndefined();
  });

  test('is unknown if two collections have the same name, or neither schema has a name', () => {
    const [User, Log] = [object({ id: integer, name: text, email: text }), object({ id: integer, text })];
    const given = (schema: object) => ({ Log: { ...Log, properties: { ...Log.properties, given: schema } } });
    const summary = { UserSummary: object({ id: integer, name: text }) };
    const logs = collectionOf('/logs', 'Log');
    const twice = serviceFor(
      { ...collectionOf('/current/users', 'User'), ...collectionOf('/retired/users', 'Retired'), ...logs },
      { User, Retired: object({ id: integer, name: text, left: text }), ...summary, ...given(ref('UserSummary')) },
    );
    expect(twice.collections.get('logs')?.relations().items).toMatchObject([{ collection: undefined }]);
    const unnamed = serviceFor(
      { '/users': { get: operation(listOf(User)) }, '/users/{id}': { get: operation(User) }, ...logs },
      given(object({ id: integer, name: text })),
    );
    expect(unnamed.collections.get('logs')?.relations().items).toMatchObject([{ collection: undefined }]);
  });

  test('is that with the shortest path, if several have the same name', () => {
    const nearest = serviceFor(
      {
        ...collectionOf('/companies/parts', 'SupplierPart'),
        ...collectionOf('/parts', 'Part'),
        ...collectionOf('/logs', 'Log'),
      },
      {
        Part: object({ id: integer, name: text, weight: integer }),
        SupplierPart: object({ id: integer, name: text, price: integer }),
        PartBrief: object({ id: integer, name: text }),
        Log: object({ id: integer, text, part_detail: ref('PartBrief') }),
      },
    );
    expect(nearest.collections.get('logs')?.relations().items).toMatchObject([{ collection: 'parts' }]);
  });

  test('has the type of the id, and the properties that a property shows, unless it shows any', () => {
    const shown = object({ id: integer, name: text });
    expect(referencesIn(shown)).toMatchObject([{ isNumber: true, properties: new Set(['id', 'name']) }]);
    expect(referencesIn({ ...shown, additionalProperties: true })).toMatchObject([{ properties: undefined }]);
    expect(referencesIn(object({ id: text, name: text }))).toMatchObject([{ isNumber: false }]);
  });

  test('is that of a list which may be null', () => {
    expect(targetsIn({ ...listOf(ref('User')), type: ['array', 'null'] })).toEqual(['users']);
    expect(targetsIn({ ...listOf(ref('User')), type: ['array', 'null', 'string'] })).toEqual([]);
  });
});

describe('a list that shows items in place of the ids of an item', () => {
  const Actor = object({ id: integer, name: text, born: integer }, ['id', 'name']);
  const Play = object({ id: integer, title: text, actors: listOf(integer) }, ['id', 'title']);
  const Night = object({ id: integer, play: integer, hall: text }, ['id', 'play']);
  const PlayShown = object({ id: integer, title: text, actors: listOf(ref('Actor')) }, ['id', 'title', 'actors']);
  const NightShown = object({ id: integer, play: ref('PlayShown'), hall: text }, ['id', 'play']);
  const shown = { Actor, Play, Night, PlayShown, NightShown };
  const pathsOf = (listed: (schema: object) => object) =>
    Object.fromEntries(
      [
        ['actors', 'Actor', 'Actor'],
        ['plays', 'Play', 'PlayShown'],
        ['nights', 'Night', 'NightShown'],
      ].flatMap(([path, item = '', list = '']) => [
        [
          `/${path}`,
          { get: operation(listed(ref(list))), post: operation(ref(item), { takes: ref(item), status: 201 }) },
        ],
        [
          `/${path}/{id}`,
          { get: operation(ref(item)), patch: operation(ref(item), { takes: object({ name: text }) }) },
        ],
      ]),
    );

  test.each<[string, (schema: object) => object]>([
    ['alone', listOf],
    ['in an envelope', (schema) => object({ total: integer, items: listOf(schema) }, ['items'])],
  ])('has those of the collections, as they are now: %s', async (_name, listed) => {
    const { get, send } = await servePaths(pathsOf(listed), shown);
    const nights = async () => {
      const { body } = await get('/nights');
      return body.items ?? body;
    };
    await send('POST', '/actors', { id: 1, name: 'Ada', born: 1990 });
    await send('POST', '/plays', { id: 1, title: 'Storm', actors: [1] });
    const night = { id: 1, play: 1, hall: 'left' };
    expect((await send('POST', '/nights', night)).body).toEqual(night);
    const play = { id: 1, title: 'Storm', actors: [{ id: 1, name: 'Ada', born: 1990 }] };
    expect(await nights()).toEqual([{ ...night, play }]);
    await send('PATCH', '/actors/1', { name: 'Eve' });
    expect(await nights()).toEqual([{ ...night, play: { ...play, actors: [{ id: 1, name: 'Eve', born: 1990 }] } }]);
    expect((await get('/nights/1')).body).toEqual(night);
  });

  test.each([
    [20, true],
    [21, false],
  ])('has items in those of %i references: %s', async (count, isStored) => {
    const names = Array.from({ length: count - 1 }, (_, index) => `hall${index}x`);
    const withAll = (night: ReturnType<typeof object>, hallOf: (name: string) => object) =>
      object({ ...night.properties, ...Object.fromEntries(names.map((name) => [name, hallOf(name)])) }, ['id', 'play']);
    const halls = Object.fromEntries(names.map((name) => [`/${name}s`, collection(ref(name), { status: 201 })]));
    const hallSchemas = Object.fromEntries(names.map((name) => [name, object({ id: integer, [`${name}Name`]: text })]));
    const nightsOf = { Night: withAll(Night, () => integer), NightShown: withAll(NightShown, ref) };
    const wide = { ...shown, ...hallSchemas, ...nightsOf };
    const { get } = await servePaths({ ...pathsOf(listOf), ...halls }, wide, 'default');
    const [nights, actors] = [(await get('/nights')).body, (await get('/actors')).body];
    const played = nights.flatMap((night: Answer['body']) => night.play.actors);
    expect(played).not.toHaveLength(0);
    expect(played.every((one: object) => actors.some((other: object) => isDeepStrictEqual(one, other)))).toBe(isStored);
  });

  test('has something that fits in place of an item that does not exist', async () => {
    const { get, send } = await servePaths(pathsOf(listOf), shown);
    await send('POST', '/nights', { id: 1, play: 7 });
    expect((await get('/nights')).body).toMatchObject([{ play: { id: 7, title: expect.any(String) } }]);
  });

  test('has those of the world, not those of another one with the same items', async () => {
    const document = documentOf(declared(pathsOf(listOf)), { schemas: shown });
    const vivarium = await createVivarium({ document });
    onTestFinished(() => vivarium.close());
    const [one, other] = [vivarium.world('one'), vivarium.world('other')];
    const body = JSON.stringify({ name: 'Eve' });
    const plays = async (world: typeof one) => (await (await world.fetch('/plays')).json()) as { actors: object[] }[];
    const before = await plays(one);
    const [first] = before.flatMap(({ actors }) => actors) as { id: number }[];
    await other.fetch(`/actors/${first?.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await plays(one)).toEqual(before);
    expect((await plays(other)).flatMap(({ actors }) => actors)).toContainEqual({ ...first, name: 'Eve' });
  });
});

describe('as in Django', () => {
  const readOnly = (schema: object) => ({ ...schema, readOnly: true });
  const writeOnly = (schema: object) => ({ ...schema, writeOnly: true });
  const Port = object({ id: readOnly(integer), name: text }, ['id', 'name']);
  const port = { allOf: [ref('Port')], readOnly: true };
  const ids = { port_id: writeOnly(integer), stop_ids: writeOnly(listOf(integer)) };
  const Boat = object({ id: readOnly(integer), port, stops: readOnly(listOf(ref('Port'))), ...ids }, [
    ...['id', 'port', 'stops', 'port_id'],
  ]);
  const nullable = { anyOf: [ref('Port'), { type: 'null' }], readOnly: true };
  const Crate = object(
    { id: readOnly(integer), size: integer, port: { type: ['integer', 'null'] }, port_detail: nullable },
    ['id', 'port_detail'],
  );
  const [oslo, bergen] = ['Oslo', 'Bergen'].map((name, at) => ({ id: at + 1, name }));
  const client = () =>
    servePaths(
      { ...collectionOf('/ports', 'Port'), ...collectionOf('/boats', 'Boat'), ...collectionOf('/crates', 'Crate') },
      { Port, Boat, Crate },
      { data: { ports: [oslo, bergen] } },
    );

  test('an id that no response shows is that of the item beside it', async () => {
    const { send } = await client();
    const sent = { port_id: 2, stop_ids: [1, 2] };
    expect((await send('POST', '/boats', sent)).body).toEqual({ id: 1, port: bergen, stops: [oslo, bergen] });
    expect((await send('PATCH', '/boats/1', { port_id: 1 })).body).toMatchObject({ port: oslo });
  });

  test.each<[string, object, object]>([
    ['another item', { port: 1 }, { port: 1, port_detail: oslo }],
    ['none', { port: null }, { port: null, port_detail: null }],
    ['an unknown one', { port: 9 }, { port: 9, port_detail: { id: 9, name: expect.any(String) } }],
    ['the same one', { size: 3 }, { port: 2, port_detail: bergen, size: 3 }],
  ])('an item beside the id of %s is that one', async (_case, changes, expected) => {
    const { send } = await client();
    expect((await send('POST', '/crates', { port: 2 })).body).toEqual({ id: 1, port: 2, port_detail: bergen });
    expect((await send('PATCH', '/crates/1', { ...changes })).body).toMatchObject(expected);
  });
});

const Club = object({ id: integer, name: text, city: text }, ['id', 'name']);
const Match = object({
  id: integer,
  homeTeamId: integer,
  home_team_name: text,
  homeTeamCity: text,
  awayTeamId: integer,
  awayTeamName: text,
  venueId: integer,
  venueName: text,
});
const MatchRequest = object({ homeTeamId: integer, awayTeamId: integer, awayTeamName: text, venueId: integer });
const league = {
  '/teams': {
    get: operation(listOf(ref('Club'))),
    post: operation(ref('Club'), { takes: object({ name: text, city: text }), status: 201 }),
  },
  '/teams/{teamId}': { get: operation(ref('Club')) },
  '/matches': {
    get: operation(listOf(ref('Match'))),
    post: operation(ref('Match'), { takes: MatchRequest, status: 201 }),
  },
  '/matches/{matchId}': { patch: operation(ref('Match'), { takes: MatchRequest }) },
};

test('an item has the texts of what it names, which follow another id, except those that a request can set', async () => {
  const { send } = await servePaths(league, { Club, Match });
  for (const name of ['one', 'two']) await send('POST', '/teams', { name, city: `city ${name}` });
  const sent = { homeTeamId: 1, awayTeamId: 2, venueId: 1 };
  const match = { id: 1, ...sent, home_team_name: 'one', homeTeamCity: 'city one' };
  expect((await send('POST', '/matches', sent)).body).toEqual(match);
  const changed = { ...match, homeTeamId: 2, home_team_name: 'two', homeTeamCity: 'city two' };
  expect((await send('PATCH', '/matches/1', { homeTeamId: 2 })).body).toEqual(changed);
});

test('an id that is added to a list is that of an item below another one, if its own path finds it', async () => {
  const Lesson = object({ id: integer, title: text, hours: integer }, ['id', 'title']);
  const Plan = object({ id: integer, name: text, lessons: listOf(ref('Lesson')) }, ['id', 'name', 'lessons']);
  const own = { parameters: [inPath('id')] };
  const add = operation(ref('Plan'), { takes: object({ lesson_id: integer }) });
  const { send, get } = await servePaths(
    {
      ...collectionOf('/courses', 'Label'),
      '/courses/{id}/lessons': { ...own, ...collection(ref('Lesson'), { status: 201 }) },
      '/lessons/{id}': { ...own, get: operation(ref('Lesson')) },
      ...collectionOf('/plans', 'Plan'),
      '/plans/{id}/lessons': { ...own, post: add },
    },
    { ...schemas, Lesson, Plan },
    { data: { courses: [1, 2].map((id) => ({ id, name: 'c' })), plans: [{ id: 1, name: 'p', lessons: [] }] } },
  );
  const lesson = (await send('POST', '/courses/2/lessons', { id: 5, title: 'one', hours: 3 })).body;
  expect((await send('POST', '/plans/1/lessons', { lesson_id: lesson.id })).body.lessons).toEqual([lesson]);
  expect((await get('/plans/1')).body.lessons).toEqual([lesson]);
});
