/** Finds texts of other items beside their ids: `homeTeamName` beside `homeTeamId`, the `name` of a team. */
import { lazily } from '../../core/primitives/lazy.ts';
import { plainName } from '../../core/primitives/singular.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { endsInNoun } from '../../core/primitives/words.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { CopiedText } from '../../core/service/relations.ts';
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
    const stem = /^(.{2,}?)[_-]?id$/i.exec(by)?.[1];
    if (stem === undefined || !itemSchema.isScalar(by)) return [];
    const start = plainName(stem);
    const beside = texts.filter((name) => name !== by && plainName(name).startsWith(start));
    const target = beside.length === 0 ? undefined : targetOf(stem, [...specs.keys()]);
    const collection = target && specs.get(target)?.name;
    if (target === undefined || collection === undefined) return [];
    return beside.flatMap((property) => {
      const rest = plainName(property).slice(start.length);
      const source = [...target.itemSchema.properties].find((name) => plainName(name) === rest);
      return source === undefined || source === target.idProperty ? [] : [{ property, by, collection, source }];
    });
  });
};

const targetOf = (stem: string, groups: readonly ResourceGroup[]): ResourceGroup | undefined =>
  theOnly(
    groups,
    ({ kind, parents, idProperty, noun }) =>
      kind === 'list' && parents.length === 0 && idProperty !== undefined && endsInNoun(stem, noun),
  );
