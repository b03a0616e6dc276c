/** The stubs that may be for one request, found by the texts that they compare: thousands may differ by one condition. */
import { asList } from '../../../core/faults/conditions.ts';
import { contentOf } from '../../../core/http/http.ts';
import { normalizePath } from '../../../core/http/path.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import type { PlacedStub } from './place-stub.ts';
import { isLiteral } from './stub-wildcard.ts';

export type PlacedAt = readonly [position: number, stub: PlacedStub];

/** Stubs for the same requests. */
export interface Rivals {
  readonly example: PlacedStub;
  /** The first that responds each time. */
  readonly first: PlacedAt | undefined;
  readonly last: PlacedAt;
  /** The effects on the delivery: steps of a sequence, and others. */
  readonly steps: PlacedAt[];
  readonly others: PlacedAt[];
}

/** Whether it responds to some of its requests alone. */
export const isStep = ({ stub }: PlacedStub): boolean => stub.scenario !== undefined || stub.whens !== undefined;

/** Pairs of a stub and others that are compared. Only stubs whose conditions have no text alike need so many. */
const maxCompared = 25_000_000;

/** `placed`: in order. Gives those that may be for the example of another one. @throws ConfigError if they are too many. */
export const rivalsOf = (placed: readonly PlacedStub[]): ((one: PlacedStub) => readonly Rivals[]) => {
  const groups = [...Map.groupBy(placed.entries(), ([, { requests }]) => requests).values()].map(groupOf);
  const conditions = groups.map(({ example }) => conditionsOf(example));
  const counts = new Map<string, number>();
  for (const key of conditions.flat(2)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const countOf = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + (counts.get(key) as number), 0);
  const keyed = groups.flatMap((group, index) => {
    const all = conditions[index] as Conditions;
    const rarest = all.reduce((best, keys) => (countOf(keys) < countOf(best) ? keys : best));
    return [...new Set(rarest)].map((key) => ({ key, group }));
  });
  const found = Map.groupBy(keyed, ({ key }) => key);
  const listsFor = (one: PlacedStub) => [...textsOf(one)].map((key) => found.get(key) ?? []);
  let compared = 0;
  for (const one of placed) for (const { length } of listsFor(one)) compared += length;
  if (compared > maxCompared)
    throw commandInvalid(
      `these ${placed.length} stubs are too many to be compared with each other, as most conditions are patterns`,
      'Import fewer of them at once.',
    );
  return (one) => [...new Set(listsFor(one).flatMap((list) => list.map(({ group }) => group)))];
};

const groupOf = (stubs: readonly PlacedAt[]): Rivals => {
  const delivering = stubs.filter(([, { stub }]) => stub.delivery.length > 0);
  return {
    example: (stubs[0] as PlacedAt)[1],
    first: stubs.find(([, one]) => !isStep(one)),
    last: stubs.at(-1) as PlacedAt,
    steps: delivering.filter(([, one]) => isStep(one)),
    others: delivering.filter(([, one]) => !isStep(one)),
  };
};

/** Lists of texts: a request that meets the conditions has one text of each list. */
type Conditions = readonly (readonly string[])[];

const any = 'any';

const conditionsOf = ({ on, operations, stub: { query, headers, body } }: PlacedStub): Conditions => {
  const paths = on.path === undefined ? [] : asList(on.path);
  const named = [...query.map((one) => ['query', one] as const), ...headers.map((one) => ['header', one] as const)];
  return [
    on.operation === undefined ? [any] : operations.map(({ name }) => `operation ${name}`),
    ...(paths.length > 0 && paths.every((path) => !path.includes('*')) ? [paths.map(pathText)] : []),
    ...named.flatMap(([kind, { name, pattern }]) =>
      isLiteral(pattern) ? [[`${kind} ${name.toLowerCase()}=${pattern.glob}`]] : [],
    ),
    ...[...leavesOf(body, 'body')].map((leaf) => [leaf]),
  ];
};

const pathText = (path: string): string => `path ${normalizePath(path)}`;

/** The texts of the example. */
function* textsOf({ example, operations: [operation] }: PlacedStub): Generator<string> {
  yield any;
  if (operation !== undefined) yield `operation ${operation.name}`;
  yield pathText(example.path);
  for (const [name, value] of new URLSearchParams(example.query)) yield `query ${name.toLowerCase()}=${value}`;
  for (const [name, value] of Object.entries(example.headers)) yield `header ${name.toLowerCase()}=${value}`;
  const body = parseJson(new TextDecoder().decode(contentOf(example.body) as Uint8Array | undefined));
  if (body.ok) yield* leavesOf(body.value, 'body');
}

/** The values that are no lists or objects, with their places. */
function* leavesOf(value: Json | undefined, place: string): Generator<string> {
  if (value === undefined) return;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* leavesOf(item as Json, `${place}/${index}`);
  else if (isJsonObject(value))
    for (const [name, property] of Object.entries(value)) yield* leavesOf(property, `${place}/${name}`);
  else yield `${place} ${stringifyJson(value)}`;
}
