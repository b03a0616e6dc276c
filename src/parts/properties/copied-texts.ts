/** Finds texts of other items beside their ids: `homeTeamName` beside `homeTeamId`, the `name` of a team; and ids that both have: the `boardId` of a card is that of its list. */
import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { endsInNoun, plainName } from '../../core/primitives/words.ts';
import type { CollectionSpec, CopiedText } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { maxProperties } from '../../openapi/resources/describe/item-schema.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';

type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

/** Adds the texts of other items that no request sets. */
export const withCopies = (specs: Specs, _candidates: readonly UnboundOperation[], binder: Binder): Specs => {
  const textsIn = (group: ResourceGroup): readonly CopiedText[] => {
    const isSent = isSentIn(group, binder);
    return copiesOf(group, specs).filter(({ property }) => !isSent(property));
  };
  return new Map(
    [...specs].map(([group, spec]) => [
      group,
      { ...spec, relations: lazily(() => ({ ...spec.relations(), texts: textsIn(group) })) },
    ]),
  );
};

const copiesOf = ({ itemSchema }: ResourceGroup, specs: Specs): readonly CopiedText[] => {
  if (itemSchema.properties.size > maxProperties) return [];
  const texts = [...itemSchema.properties].filter((name) => itemSchema.typesOf(name)?.has('string'));
  return [...itemSchema.properties].flatMap((by): readonly CopiedText[] => {
    const stem = stemOf(by);
    if (stem === undefined || !itemSchema.isScalar(by)) return [];
    const start = plainName(stem);
    const beside = texts.filter((name) => name !== by && plainName(name).startsWith(start));
    const ids = [...itemSchema.properties].filter((name) => name !== by && stemOf(name) && itemSchema.isScalar(name));
    const target = beside.length + ids.length === 0 ? undefined : targetOf(stem, [...specs.keys()]);
    const collection = target && specs.get(target)?.name;
    if (target === undefined || collection === undefined) return [];
    // The board of a card is that of its list.
    const shared = ids.filter((name) => target.itemSchema.isScalar(name) && target.itemSchema.properties.has(name));
    const above = shared.map((property) => ({ property, by, collection, source: property }));
    const named = beside.flatMap((property) => {
      const rest = plainName(property).slice(start.length);
      const source = [...target.itemSchema.properties].find((name) => plainName(name) === rest);
      return source === undefined || source === target.idProperty ? [] : [{ property, by, collection, source }];
    });
    return [...named, ...above];
  });
};

/** What an id is of: `list` of `list_id`, `listId` and `idList`. */
const stemOf = (name: string): string | undefined =>
  /^(.{2,}?)[_-]?id$/i.exec(name)?.[1] ?? /^id_?(\p{Lu}.+|(?<=_).+)$/u.exec(name)?.[1];

const targetOf = (stem: string, groups: readonly ResourceGroup[]): ResourceGroup | undefined =>
  theOnly(
    groups,
    ({ kind, parents, idProperty, noun }) =>
      kind === 'list' && parents.length === 0 && idProperty !== undefined && endsInNoun(stem, noun),
  );
