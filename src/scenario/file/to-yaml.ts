/** Formats a scenario document as YAML. */
import { Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import type { ScenarioDocument } from '../document/schema.ts';

/** Items, faults and small maps are on one line each, as in hand-written files. */
export const scenarioToYaml = (scenario: ScenarioDocument): string => {
  const document = new Document(scenario, { aliasDuplicateObjects: false, schema: 'core' });
  visit(document, {
    Collection: (_key, node, path) => {
      node.flow = (isMap(node) && isSeq(path.at(-1))) || (path.length > 1 && isSmall(node.items));
      return node.flow ? visit.SKIP : undefined;
    },
  });
  // Width 0: lines are not folded.
  return document.toString({ lineWidth: 0 });
};

const isSmall = (items: readonly unknown[]): boolean =>
  items.length <= 4 && items.every((item) => isScalar(isPair(item) ? item.value : item));
