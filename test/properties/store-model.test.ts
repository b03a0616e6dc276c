/** A store, compared with plain arrays. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/core/primitives/json.ts';
import fc from '../fast-check.ts';
import { asJson, int64, json, key, type Live, serve } from './live.ts';

interface Pet {
  readonly [property: string]: Json;
}

/** The expected items of the store. */
interface Model {
  pets: Pet[];
  nextId: number;
}

interface Store {
  readonly live: Live;
  readonly world: Readonly<Record<string, string>>;
}

type Command = fc.AsyncCommand<Model, Store>;

class Create implements Command {
  readonly properties: JsonObject;

  constructor(properties: JsonObject) {
    this.properties = properties;
  }

  check = () => true;

  async run(model: Model, { live, world }: Store): Promise<void> {
    const got = await live.send({
      method: 'POST',
      target: '/v1/pets',
      headers: { ...json, ...world },
      body: this.properties,
    });
    const pet = { id: model.nextId++, ...this.properties };
    expect([got.status, got.body]).toEqual([201, pet]);
    model.pets.push(pet);
  }

  toString = () =>
    `create(${JSON.stringify(this.properties, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))})`;
}

class BadCreate implements Command {
  readonly body: Json | Uint8Array | undefined;

  constructor(body: Json | Uint8Array | undefined) {
    this.body = body;
  }

  check = () => true;

  async run(_model: Model, { live, world }: Store): Promise<void> {
    const got = await live.send({
      method: 'POST',
      target: '/v1/pets',
      headers: { ...json, ...world },
      body: this.body,
    });
    expect(got.status).toBe(400);
    expect(got.body).toEqual({ code: 'bad_request', message: expect.stringContaining('body'), status: 400 });
    expect(Number(got.headers['vivarium-violations'])).toBeGreaterThan(0);
  }

  toString = () => `badCreate(${String(this.body)})`;
}

class List implements Command {
  readonly limit: number | undefined;
  readonly status: string | undefined;

  constructor(limit: number | undefined, status: string | undefined) {
    this.limit = limit;
    this.status = status;
  }

  check = () => true;

  async run(model: Model, { live, world }: Store): Promise<void> {
    const query = new URLSearchParams();
    if (this.limit !== undefined) query.set('limit', String(this.limit));
    if (this.status !== undefined) query.set('status', this.status);
    const got = await live.send({ method: 'GET', target: `/v1/pets?${query}`, headers: { ...key, ...world } });
    const expected = model.pets
      .filter((pet) => this.status === undefined || pet.status === this.status)
      .slice(0, this.limit ?? 20);
    expect([got.status, got.body]).toEqual([200, expected]);
  }

  toString = () => `list(${this.limit}, ${this.status})`;
}

class Get implements Command {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  check = () => true;

  async run(model: Model, { live, world }: Store): Promise<void> {
    const got = await live.send({ method: 'GET', target: `/v1/pets/${this.id}`, headers: { ...key, ...world } });
    const pet = model.pets.find(({ id }) => id === this.id);
    if (pet !== undefined) expect([got.status, got.body]).toEqual([200, pet]);
    else expect([got.status, got.body]).toEqual([404, { code: 'not_found', message: expect.any(String), status: 404 }]);
  }

  toString = () => `get(${this.id})`;
}

const status = fc.constantFrom('available', 'pending', 'sold');
const anyName = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '__proto__', '"\\', '\u2028', '😀'),
);
const anyCategory = fc.oneof(fc.bigInt(int64), fc.bigInt({ min: -5n, max: 5n })).map(asJson);
const properties = fc.record(
  { name: anyName, categoryId: anyCategory, status },
  { requiredKeys: ['name', 'categoryId'] },
);

const spoiled = fc
  .tuple(
    properties,
    fc.constantFrom<JsonObject>(
      { name: 7 },
      { name: null },
      { categoryId: 'one' },
      { categoryId: 1.5 },
      { categoryId: int64.max + 1n },
      { categoryId: int64.min - 1n },
      { status: 'lost' },
      { status: null },
      { status: ['sold'] },
    ),
  )
  .map(([good, bad]): Json => ({ ...good, ...bad }));
const noPet = fc.constantFrom<Json | Uint8Array | undefined>(
  undefined,
  {},
  [],
  null,
  'text',
  7,
  { name: 'a' },
  { categoryId: 1 },
  Buffer.from('{"name":'),
  Buffer.from([0xff]),
);

const commands = fc.commands<Model, Store, false>(
  [
    properties.map((one) => new Create(one)),
    properties.map((one) => new Create(one)),
    fc.oneof(spoiled, noPet).map((body) => new BadCreate(body)),
    fc
      .tuple(fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }), fc.option(status, { nil: undefined }))
      .map(([limit, wanted]) => new List(limit, wanted)),
    fc.integer({ min: -1, max: 40 }).map((id) => new Get(id)),
  ],
  { maxCommands: 40, size: 'max' },
);

test('after any operations, the store equals an array', async () => {
  const start: Pet[] = [
    { id: 3, name: 'Luna', categoryId: 1, status: 'available' },
    { id: 1, name: 'Otto', categoryId: 2 },
  ];
  const live = await serve({ scenario: { data: { pets: start } } });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const world = { 'vivarium-world': `run-${++runs}` };
      await fc.asyncModelRun(() => ({ model: { pets: [...start], nextId: 4 }, real: { live, world } }), steps);
    }),
    { numRuns: 40 },
  );
});
