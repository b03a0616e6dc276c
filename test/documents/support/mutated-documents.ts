/** Documents with broken parts: removed properties, other types, arbitrary references. */
import fc from '../../fast-check.ts';

type Value = unknown;
type Container = Record<string, Value> | Value[];

export interface Mutation {
  /** The child to enter at each level, as deep as possible. */
  readonly steps: readonly number[];
  readonly change: 'delete' | 'replace' | 'rename' | 'refer';
  readonly value: Value;
  /** The location of a reference, or the name to use. */
  readonly elsewhere: readonly number[];
}

const oddValues: readonly Value[] = [
  ...[null, true, false, 0, -1, 1.5, 9007199254740993n, '', 'x', '/', '{', '(', '__proto__', 'string', 'object', '1.0'],
  ...[[], {}, [null], [{}], { type: 'object' }, { $ref: '#/nowhere' }, { $ref: '#' }, { $ref: 7 }, { $ref: '' }],
  ...[{ $ref: 'none.yaml#/x' }, { allOf: [{ $ref: '#' }] }, { x: null }, [[]], { type: ['null', 'x'] }, { '': {} }],
];

export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  // Mostly at deep levels: a document without paths tests little.
  steps: fc.oneof(
    { weight: 1, arbitrary: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) },
    { weight: 12, arbitrary: fc.array(fc.nat(), { minLength: 4, maxLength: 14 }) },
  ),
  change: fc.constantFrom('delete', 'replace', 'rename', 'refer'),
  value: fc.constantFrom(...oddValues),
  elsewhere: fc.array(fc.nat(), { maxLength: 6 }),
});

/** A copy of the document with the mutations applied in order. */
export const mutate = (document: object, mutations: readonly Mutation[]): object => {
  const copy = structuredClone(document) as Container;
  for (const mutation of mutations) mutateOnce(copy, mutation);
  return copy;
};

const mutateOnce = (root: Container, { steps, change, value, elsewhere }: Mutation): void => {
  const { owner, name } = placeFor(root, steps);
  // Without a version the document is rejected at once.
  if (name === undefined || (owner === root && name === 'openapi')) return;
  if (change === 'delete') remove(owner, name);
  else if (change === 'replace') set(owner, name, structuredClone(value));
  else if (change === 'refer') set(owner, name, { $ref: `#${placeFor(root, elsewhere).pointer}` });
  else {
    const before = (owner as Record<string, Value>)[name];
    remove(owner, name);
    if (!Array.isArray(owner)) set(owner, names[(elsewhere[0] ?? 0) % names.length] as string, before);
  }
};

const names = [
  '',
  '/',
  '/{',
  '/{}/{}',
  'default',
  '2XX',
  '$ref',
  'x-other',
  'get',
  '__proto__',
  'constructor',
  'null',
  '/a?b=c#d',
];

const set = (owner: Container, name: string, value: Value): void => {
  Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
};

const remove = (owner: Container, name: string): void => {
  if (Array.isArray(owner)) owner.splice(Number(name), 1);
  else Reflect.deleteProperty(owner, name);
};

const placeFor = (
  root: Container,
  steps: readonly number[],
): { readonly owner: Container; readonly name: string | undefined; readonly pointer: string } => {
  let owner = root;
  let name: string | undefined;
  let pointer = '';
  for (const step of steps) {
    const inside = name === undefined ? owner : (owner as Record<string, Value>)[name];
    if (typeof inside !== 'object' || inside === null) break;
    const members = Object.keys(inside);
    if (members.length === 0) break;
    owner = inside as Container;
    name = members[step % members.length] as string;
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return { owner, name, pointer };
};
