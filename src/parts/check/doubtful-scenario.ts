/** What is allowed in a scenario file, and is probably not meant. */
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Service } from '../../core/service/service.ts';
import { findCollection } from '../../scenario/data/resolve-names.ts';
import {
  type DocumentPath,
  firstProblems,
  formatPath,
  problemAt,
  type ScenarioProblem,
} from '../../scenario/document/document-path.ts';
import type { Scenario } from '../../scenario/document/read-scenario.ts';
import { findContradictions } from '../refusals/contradictions.ts';
import { findIdleFaults } from './idle-faults.ts';

/** Returns the warnings of a scenario: refusals that contradict the document, misspelled names of properties, and faults without effect. */
export const findDoubts = (scenario: Scenario, service: Service): readonly ScenarioProblem[] => [
  ...findContradictions(scenario.document.refusals ?? {}, service.operations).map(({ path, message, hint }) =>
    problemAt('VIV_REFUSAL_UNDOCUMENTED', path, message, hint),
  ),
  ...firstProblems(findMisspelled(scenario, service)),
  ...firstProblems(findIdleFaults(scenario, service)),
];

function* findMisspelled({ data, rules }: Scenario, { collections }: Service): Generator<ScenarioProblem> {
  for (const [name, items] of data) {
    const lookup = findCollection(name, collections);
    if (lookup.type !== 'found') continue;
    const isList = lookup.value.kind === 'list' || items.length > 1;
    const seen = new Set<string>();
    for (const [index, item] of items.entries())
      yield* misspelledIn(lookup.value, item, isList ? ['data', name, index] : ['data', name], seen);
  }
  for (const [name, properties] of rules.defaults) {
    const lookup = findCollection(name, collections);
    if (lookup.type === 'found') yield* misspelledIn(lookup.value, properties, ['defaults', name], new Set());
  }
}

/** `seen`: the unknown names of earlier items. Each name is a problem once. */
function* misspelledIn(
  { properties, name }: CollectionSpec,
  item: JsonObject,
  path: DocumentPath,
  seen: Set<string>,
): Generator<ScenarioProblem> {
  for (const property of Object.keys(item)) {
    if (property.startsWith('$') || properties.has(property) || seen.has(property)) continue;
    seen.add(property);
    const missing = [...properties].filter((one) => !Object.hasOwn(item, one));
    const hint = didYouMean(property, missing);
    if (hint === undefined) continue;
    const place = [...path, property];
    yield problemAt('VIV_ITEM_QUESTIONABLE', place, `${formatPath(place)} is in no schema of ${name}`, hint, 'key');
  }
}
