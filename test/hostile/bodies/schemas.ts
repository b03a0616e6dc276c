/** Schemas with bodies that cost a validator without bounds exponential or quadratic time. */
import { listOf, object, text } from '../../short-document.ts';

export interface HostileBody {
  readonly name: string;
  readonly schema: object;
  readonly schemas?: object;
  readonly body: () => unknown;
  /** Undefined: it needs more steps than a request has. */
  readonly isFit: boolean | undefined;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const nested = (levels: number, leaf: unknown): unknown => {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = { child: value };
  return value;
};

const list = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Each level refers twice to the next. */
const doubled = (keyword: 'allOf' | 'anyOf' | 'oneOf', levels: number): object =>
  Object.fromEntries(
    list(levels, (at) => [
      `L${at}`,
      at === levels - 1
        ? { type: 'object', required: ['x'] }
        : { [keyword]: [ref(`L${at + 1}`), { allOf: [ref(`L${at + 1}`)], title: 'again' }] },
    ]),
  );

const tree = (branches: object): object => ({
  Node: { type: 'object', properties: { child: ref('Node') }, ...branches },
});

export const hostileBodies: readonly HostileBody[] = [
  {
    name: 'a recursive oneOf',
    schema: ref('Node'),
    schemas: {
      Node: {
        oneOf: [
          object({ child: ref('Node'), a: {} }, ['child']),
          object({ child: ref('Node'), leaf: {} }, ['leaf']),
          object({ child: ref('Node') }, ['child', 'leaf']),
        ],
      },
    },
    body: () => nested(90, { leaf: 1 }),
    isFit: true,
  },
  {
    name: 'an allOf that refers to itself twice',
    schema: ref('Node'),
    schemas: tree({ allOf: [{ properties: { child: ref('Node') } }, { properties: { child: ref('Node') } }] }),
    body: () => nested(90, {}),
    isFit: true,
  },
  {
    name: 'a not that refers to itself twice',
    schema: ref('Node'),
    schemas: tree({
      allOf: [
        { not: { properties: { child: { not: ref('Node') } }, required: ['child'] } },
        { not: { properties: { child: { not: ref('Node') } }, required: ['child'], title: 'again' } },
      ],
    }),
    body: () => nested(90, {}),
    isFit: true,
  },
  {
    name: 'a condition that refers to itself',
    schema: ref('Node'),
    schemas: tree({
      if: { properties: { child: ref('Node') } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { child: ref('Node') } },
      else: { properties: { child: ref('Node') } },
    }),
    body: () => nested(90, {}),
    isFit: true,
  },
  {
    name: 'a discriminator of a recursive union',
    schema: ref('Node'),
    schemas: {
      Node: {
        oneOf: ['Left', 'Right', 'Both'].map(ref),
        discriminator: {
          propertyName: 'kind',
          mapping: { left: ref('Left').$ref, right: ref('Right').$ref, both: ref('Both').$ref },
        },
      },
      ...Object.fromEntries(
        ['Left', 'Right', 'Both'].map((name) => [name, object({ kind: text, child: ref('Node') }, ['kind'])]),
      ),
    },
    body: () => {
      let value: unknown = { kind: 'both' };
      for (let level = 0; level < 90; level++) value = { kind: level % 2 === 0 ? 'left' : 'right', child: value };
      return value;
    },
    isFit: true,
  },
  { name: 'thirty doubled allOf', schema: ref('L0'), schemas: doubled('allOf', 30), body: () => ({}), isFit: false },
  { name: 'thirty doubled anyOf', schema: ref('L0'), schemas: doubled('anyOf', 30), body: () => ({}), isFit: false },
  {
    name: 'thirty doubled oneOf',
    schema: ref('L0'),
    schemas: doubled('oneOf', 30),
    body: () => ({ x: 1 }),
    isFit: false,
  },
  {
    name: 'thirty doubled allOf of a text',
    schema: ref('L0'),
    schemas: doubled('allOf', 30),
    body: () => 'x',
    isFit: false,
  },
  {
    name: 'many items that fit no branch',
    schema: listOf({ oneOf: list(40, (at) => object({ b: { const: at } }, [`a${at}`, 'b'])) }),
    body: () => list(60_000, () => ({})),
    isFit: false,
  },
  {
    name: 'many items that nearly fit every branch',
    schema: listOf({ anyOf: list(40, (at) => object({ a: listOf({ maximum: at }) })) }),
    body: () => list(5000, () => ({ a: [1, 2, 3, 100] })),
    isFit: false,
  },
  {
    name: 'unique objects',
    schema: { type: 'array', uniqueItems: true },
    body: () => list(40_000, (at) => ({ id: at, name: 'x' })),
    isFit: true,
  },
  {
    name: 'unique lists in unique lists',
    schema: ref('Node'),
    schemas: { Node: { type: ['array', 'integer'], uniqueItems: true, items: ref('Node') } },
    body: () => {
      let value: unknown = list(20_000, (at) => at);
      for (let level = 0; level < 90; level++) value = [value, level];
      return value;
    },
    isFit: true,
  },
  {
    name: 'many required properties of many empty objects',
    schema: listOf(object(Object.fromEntries(list(20_000, (at) => [`p${at}`, {}])))),
    body: () => list(100_000, () => ({})),
    isFit: true,
  },
  ...['url', 'uri', 'email', 'hostname', 'idn-email'].flatMap((format) => [
    {
      name: `a long ${format}`,
      schema: { type: 'string', format },
      body: () => `http://${'a-'.repeat(500_000)}!`,
      isFit: ['url', 'uri'].includes(format),
    },
    {
      name: `a ${format} of many at signs`,
      schema: { type: 'string', format },
      body: () => `http://${'a@'.repeat(500_000)}`,
      isFit: format === 'url',
    },
  ]),
  {
    name: 'names that keep a pattern busy',
    schema: { type: 'object', patternProperties: { '^(a+)+$': false }, propertyNames: { pattern: '^(.*?,){20}x$' } },
    body: () => Object.fromEntries(list(1000, (at) => [`${'a'.repeat(900)}!${at}`, 1])),
    isFit: false,
  },
  {
    name: 'unevaluated properties of many branches',
    schema: listOf({ anyOf: list(30, (at) => ({ properties: { [`a${at}`]: {} } })), unevaluatedProperties: false }),
    body: () => list(3000, (at) => ({ [`a${at % 30}`]: 1 })),
    isFit: true,
  },
  {
    name: 'many schemas for each of many items',
    schema: listOf({ allOf: list(500, (at) => ({ minimum: -at })) }),
    body: () => list(60_000, (at) => at),
    isFit: undefined,
  },
  {
    name: 'many patterns and a long text',
    schema: { allOf: list(100, (at) => ({ pattern: `^(a|b${at})*$` })) },
    body: () => 'a'.repeat(1_000_000),
    isFit: undefined,
  },
];
