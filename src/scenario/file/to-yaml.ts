/** A scenario document as the text of a scenario file. */
import { Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import type { ScenarioDocument } from '../document/schema.ts';

/** Items, faults and small maps take a line each, as in files written by hand. */
export const scenarioToYaml = (scenario: ScenarioDocument): string => {
  const document = new Document(scenario, { aliasDuplicateObjects: false, schema: 'core' });
  visit(document, {
    Collection: (_key, node, path) => {
      node.flow = (isMap(node) && isSeq(path.at(-1))) || (path.length > 1 && isSmall(node.items));
      return node.flow ? visit.SKIP : undefined;
    },
  });
  // Width 0: a line is never folded.
  return document.toString({ lineWidth: 0 });
};

const isSmall = (items: readonly unknown[]): boolean =>
  items.length <= 4 && items.every((item) => isScalar(isPair(item) ? item.value : item));
