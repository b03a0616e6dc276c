/** A scenario document as the text of a scenario file. */
import { Document, isMap, isSeq, type Node, visit } from 'yaml';
import type { ScenarioDocument } from './schema.ts';

/** Items and faults take a line each, as in files written by hand. */
export const scenarioToYaml = (scenario: ScenarioDocument): string => {
  const document = new Document(scenario, { aliasDuplicateObjects: false, schema: 'core' });
  visit(document, {
    Collection: (_key, node, path) => {
      if (isSeq(path.at(-1)) && isMap(node)) node.flow = true;
      else if (isSeq(node) && (node.items as Node[]).every((item) => !isMap(item) && !isSeq(item))) node.flow = true;
      return node.flow === true ? visit.SKIP : undefined;
    },
  });
  // Width 0: a line is never folded.
  return document.toString({ lineWidth: 0 });
};
