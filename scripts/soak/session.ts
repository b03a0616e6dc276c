/** One world with its model: sends requests, and compares each response. */
import { isDeepStrictEqual } from 'node:util';
import type { Chance } from '../child-server/random.ts';
import type { Answer, Call, Client } from './client.ts';
import { Model, type Pet } from './model.ts';

/** A response that the model does not allow. */
export class Deviation extends Error {}

export class Session {
  readonly world: string;
  readonly client: Client;
  readonly chance: Chance;
  readonly model: Model;
  /** How many responses were compared. */
  checks = 0;

  constructor(world: string, client: Client, chance: Chance, start: readonly Pet[]) {
    this.world = world;
    this.client = client;
    this.chance = chance;
    this.model = new Model(start);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.chance() * values.length)] as Value;
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.chance() * (max - min + 1));
  }

  /** Calls the service with a valid key. The response must be complete, and have the number after the last one. */
  async call(method: string, path: string, over: Partial<Call> = {}): Promise<Answer> {
    const answer = await this.attempt(method, path, over);
    if (answer.error !== undefined) this.deviate(`${method} ${path}`, 'a response', answer.error);
    this.expectNumber(answer, `${method} ${path}`);
    return answer;
  }

  expectNumber(answer: Answer, what: string): void {
    const number = Number(answer.headers['vivarium-exchange']);
    const { lastExchange } = this.model;
    if (lastExchange !== undefined) this.expect(number, lastExchange + 1, `the exchange number of ${what}`);
    this.model.lastExchange = number;
    this.expect(answer.headers['vivarium-world'], this.world, `the world of ${what}`);
  }

  /** Calls the service; the response may be lost. */
  attempt(method: string, path: string, over: Partial<Call> = {}): Promise<Answer> {
    return this.client.send({
      method,
      path: `/~${this.world}/v1${path}`,
      ...over,
      headers: {
        authorization: 'Bearer demo',
        ...(over.body !== undefined && { 'content-type': 'application/json' }),
        ...over.headers,
      },
    });
  }

  /** Calls the control API, below the world. */
  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.client.send({
      method,
      path: `/_vivarium/api/worlds/${this.world}${path}`,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (answer.error !== undefined) this.deviate(`${method} ${path} of the control API`, 'a response', answer.error);
    return answer;
  }

  expectStatus({ status, text }: Answer, expected: number, what: string): void {
    this.checks++;
    if (status !== expected) this.deviate(what, expected, `${status} ${text}`);
  }

  /** A complete success with exactly this body. */
  expectBody(answer: Answer, status: number, body: unknown, what: string): void {
    this.expectStatus(answer, status, what);
    this.expect(parse(answer.text), body, what);
  }

  /** An error in the document's structure. */
  expectError(answer: Answer, status: number, what: string): void {
    this.expectStatus(answer, status, what);
    const body = parse(answer.text) as Partial<Record<string, unknown>> | null;
    const types = [typeof body?.code, typeof body?.message, body?.status];
    this.expect(types, ['string', 'string', status], `the body of ${what}: ${answer.text.slice(0, 200)}`);
  }

  expect(actual: unknown, expected: unknown, what: string): void {
    this.checks++;
    if (!isDeepStrictEqual(actual, expected)) this.deviate(what, expected, actual);
  }

  deviate(what: string, expected: unknown, actual: unknown): never {
    const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 1500) ?? 'undefined';
    throw new Deviation(`${what} in ${this.world}\n  expected ${show(expected)}\n  received ${show(actual)}`);
  }

  /** The items that the world really has must be those of the model. */
  async compareItems(): Promise<void> {
    const answer = await this.control('GET', '/collections/pets');
    const items = this.model.pets;
    this.expectBody(answer, 200, { items, total: items.length }, 'the collection');
  }

  /** Waits until the world has recorded one exchange more than before: a request without a response was decided. */
  async untilRecorded(what: string): Promise<void> {
    const { lastExchange } = this.model;
    if (lastExchange === undefined) throw new Error(`the number of the last exchange is not known: ${what}`);
    for (let tries = 0; tries < 400; tries++) {
      const { text } = await this.control('GET', '/exchanges?limit=1');
      const last = (parse(text) as { items: { id: number }[] }).items[0]?.id ?? 0;
      if (last > lastExchange) {
        this.expect(last, lastExchange + 1, `the exchange number of ${what}`);
        this.model.lastExchange = last;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    this.deviate(what, 'a recorded exchange', 'none after ten seconds');
  }
}

/** Undefined if it is not JSON. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
