/** Generated text is plain English, also where no rule knows the property. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import { documentOf, readyService } from '../../core/helpers.ts';
import { pathOf } from '../../documents/sources.ts';

const now = Date.parse('2030-06-01T00:00:00Z');

/** The first words of lorem ipsum, and those that the lorem module of faker draws most. */
const filler =
  /\b(lorem|ipsum|dolor(e|em)?|amet|consectetur|adipisc\w*|elit|eiusmod|incididunt|aliqu(a|am|id)|veniam|nostrud|laboris|commodo|consequat\w*|velit|fugiat|pariatur|occaecat\w*|officia|voluptat\w*|quia|quis|autem|sunt)\b/i;

const textsIn = (value: Json): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test.each(['readme/3.0/star-trek.json', 'readme/3.1/train-travel.json', 'figma/openapi.yaml', 'scalar/galaxy.json'])(
  '%s: no response has Latin filler',
  async (name) => {
    const service = await readyService((await loadDocument(pathOf(name))).document);
    const texts = service.operations
      .flatMap(({ responses }) => [...responses.values()])
      .flatMap(({ contents }) => contents)
      .flatMap((content) => [1, 2].map((seed) => content.generate({ seed, now, usesExamples: false })))
      .flatMap(textsIn);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => filler.test(text))).toEqual([]);
  },
);

test('the texts of a list differ, and the first fits the object', async () => {
  const text = { type: 'string' };
  const Person = {
    type: 'object',
    required: ['email', 'emails', 'address', 'salary'],
    properties: {
      email: text,
      emails: { type: 'array', minItems: 3, items: text },
      address: { type: 'object', required: ['line1'], properties: { line1: text } },
      salary: { type: 'number' },
    },
  };
  const response = { description: '', content: { 'application/json': { schema: Person } } };
  const document = documentOf({ '/person': { get: { responses: { 200: response } } } });
  const service = await readyService(document);
  const [content] = service.operations.flatMap(({ responses }) =>
    [...responses.values()].flatMap((one) => one.contents),
  );
  for (const seed of [1, 2, 3]) {
    const person = content?.generate({ seed, now }) as unknown as {
      readonly email: string;
      readonly emails: readonly string[];
      readonly address: { readonly line1: string };
      readonly salary: number;
    };
    expect(new Set(person.emails).size).toBe(person.emails.length);
    expect(person.emails[0]).toBe(person.email);
    expect(person.address.line1).toMatch(/^\d+ \w/);
    expect(person.salary).toBeGreaterThan(10_000);
  }
});
