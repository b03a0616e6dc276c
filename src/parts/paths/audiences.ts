/**
 * Reads paths that say for whom they are as those of the same things for all: `/admin/products/{id}` is `/products/{id}`, and so is
 * `/catalog/products` that is only read beside `/products` that is only written.
 */

import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { plainName, singularOf } from '../../core/primitives/words.ts';
import { type ItemSchema, isSimilar, isTwin, ofEach } from '../../openapi/resources/describe/item-schema.ts';
import {
  isRead,
  type PathShape,
  shapeOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import { wordLists } from '../words/index.ts';

type Access = Pick<FinderContext, 'describe' | 'shapes'>;

/** The operations below the literal segments with which their paths begin. */
interface Head {
  readonly segments: readonly string[];
  readonly all: readonly UnboundOperation[];
  /** What the operations at the path of a collection, and on one of its items, show. Computed when compared. */
  readonly shown: () => Shown;
}

interface Shown {
  readonly items: readonly ItemSchema[];
  readonly isListed: boolean;
}

/** The operations, with the path for all where theirs is for some. `x-vivarium` needs no guess. */
export const withoutAudiences = (
  candidates: readonly UnboundOperation[],
  access: Access,
): readonly UnboundOperation[] => {
  const open = candidates.filter(({ hint }) => hint === undefined);
  const heads = [...Map.groupBy(open, (candidate) => headOf(candidate).join('/')).values()].map((all) =>
    readHead(all, access),
  );
  const known = new Map(heads.map((head) => [head.segments.join('/'), head]));
  const shortened = new Map<Head, readonly string[]>();
  for (const [short, named] of Map.groupBy(heads, ({ segments }) => withoutNames(segments).join('/'))) {
    const own = known.get(short);
    const others = named.filter((head) => head !== own);
    // Two audiences of the same things: `/public/products` and `/admin/products`.
    const first = own ?? (others.length > 1 ? others[0] : undefined);
    if (first === undefined || short === '') continue;
    for (const head of others) if (mayBeSame(head, first)) shortened.set(head, short.split('/'));
  }
  for (const head of heads) {
    const { segments } = head;
    if (shortened.has(head) || segments.length < 2) continue;
    const shorter = segments
      .slice(0, -1)
      .flatMap((_segment, at) => known.get(segments.toSpliced(at, 1).join('/')) ?? []);
    const found = theOnly(
      shorter,
      (one) => readOnly(one) !== undefined && readOnly(one) === !readOnly(head) && isDivided(one, head),
    );
    if (found !== undefined && !shortened.has(found)) shortened.set(head, found.segments);
  }
  if (shortened.size === 0) return candidates;
  const paths = new Map(
    [...shortened].flatMap(([{ all, segments }, short]) =>
      all.map(
        (candidate) => [candidate, shapeOf([...short, ...segmentsIn(candidate).slice(segments.length)])] as const,
      ),
    ),
  );
  return candidates.map((candidate) => {
    const path = paths.get(candidate);
    return path === undefined ? candidate : { ...candidate, path, isElsewhere: true };
  });
};

const segmentsIn = (candidate: UnboundOperation): readonly string[] => namedSegments(candidate.path);

const namedSegments = ofEach(({ erased, parameters }: PathShape): readonly string[] => {
  let count = 0;
  return erased
    .split('/')
    .slice(1)
    .map((segment) => (segment === '{}' ? `{${parameters[count++]}}` : segment));
});

/** The literal segments before the first parameter: with the noun of the collection at the end. */
const headOf = (candidate: UnboundOperation): readonly string[] => {
  const segments = segmentsIn(candidate);
  const end = segments.findIndex((segment) => segment.includes('{'));
  return end === -1 ? segments : segments.slice(0, end);
};

/** The segments without those before the noun that say for whom they are. */
const withoutNames = (segments: readonly string[]): readonly string[] =>
  segments.filter((segment, at) => {
    const plain = plainName(segment);
    const next = plainName(segments[at + 1] ?? '');
    if (at === segments.length - 1) return true;
    // `/users/me/orders`
    const isOfCaller =
      at < segments.length - 2 && wordLists.callers.has(next) && wordLists.people.has(singularOf(segment));
    return !(
      wordLists.staff.has(plain) ||
      wordLists.audiences.has(plain) ||
      wordLists.callers.has(plain) ||
      isOfCaller
    );
  });

const readHead = (all: readonly UnboundOperation[], { describe, shapes }: Access): Head => {
  const segments = headOf(all[0] as UnboundOperation);
  return { segments, all, shown: lazily(() => shownOf(all, segments, { describe, shapes })) };
};

const shownOf = (
  all: readonly UnboundOperation[],
  segments: readonly string[],
  { describe, shapes }: Access,
): Shown => {
  const noun = segments.at(-1) ?? '';
  const own = all.filter((candidate) => restOf(candidate, segments).length < 2);
  const listed = own.flatMap(({ operation, success }) => {
    const shape = operation.method === 'GET' ? shapes.listIn(success?.json?.key, noun) : undefined;
    return shape === undefined ? [] : [describe(shape.key)];
  });
  const single = own.flatMap(({ success }) => shapes.oneIn(success?.json?.key, noun, listed[0]) ?? []);
  const items = [...new Set([...listed, ...single])].filter(({ properties }) => properties.size > 0);
  return { items, isListed: listed.length > 0 };
};

const restOf = (candidate: UnboundOperation, segments: readonly string[]): readonly string[] =>
  candidate.path.erased.split('/').slice(segments.length + 1);

/** Whether both have the same things. What the caller has is not all that is listed elsewhere. */
const mayBeSame = (head: Head, other: Head) => {
  const isOfCaller = head.segments.some((segment) => wordLists.callers.has(segment));
  if (isOfCaller && other.shown().isListed) return false;
  return showSame(head, other) || ((isUnknown(head) || isUnknown(other)) && isDivided(head, other));
};

const isUnknown = ({ shown }: Head) => shown().items.length === 0;

const showSame = (head: Head, other: Head): boolean =>
  head
    .shown()
    .items.some((item) =>
      other.shown().items.some((one) => isTwin(one, item) || isPartOf(one, item) || isPartOf(item, one)),
    );

/** Whether `short` is a summary of `long`: some of its properties, and no others. */
const isPartOf = (short: ItemSchema, long: ItemSchema) =>
  short.properties.size > 2 &&
  isSimilar(short, long) &&
  [...short.properties].every((name) => long.properties.has(name));

/** Whether everything there is a GET; false if nothing is, undefined if some are. */
const readOnly = ({ all }: Head): boolean | undefined => {
  const count = all.filter(isRead).length;
  return count === all.length || (count === 0 ? false : undefined);
};

/** Whether one has no operation of the other, and nothing that they show is different. */
const isDivided = (head: Head, other: Head) => {
  const formsOf = ({ all, segments }: Head): readonly string[] =>
    all.map((one) => `${one.method} ${restOf(one, segments).join('/')}`);
  const own = new Set(formsOf(head));
  if (formsOf(other).some((form) => own.has(form))) return false;
  return isUnknown(head) || isUnknown(other) || showSame(head, other);
};
