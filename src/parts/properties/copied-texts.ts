/** Finds texts of other items beside their ids: `homeTeamName` beside `homeTeamId`, the `name` of a team. */
import { plainName } from '../../core/primitives/singular.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { endsInNoun } from '../../core/primitives/words.ts';
import type { CopiedText } from '../../core/service/collection-facts.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { maxProperties } from '../../openapi/resources/describe/item-schema.ts';

export const copiesOf = (
  { itemSchema }: ResourceGroup,
  groups: readonly ResourceGroup[],
  names: ReadonlyMap<ResourceGroup, string>,
): readonly CopiedText[] => {
  if (itemSchema.properties.size > maxProperties) return [];
  const texts = [...itemSchema.properties].filter((name) => itemSchema.typesOf(name)?.has('string'));
  return [...itemSchema.properties].flatMap((by): readonly CopiedText[] => {
    const stem = /^(.{2,}?)[_-]?id$/i.exec(by)?.[1];
    if (stem === undefined || !itemSchema.isScalar(by)) return [];
    const start = plainName(stem);
    const beside = texts.filter((name) => name !== by && plainName(name).startsWith(start));
    const target = beside.length === 0 ? undefined : targetOf(stem, groups);
    const collection = target && names.get(target);
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
