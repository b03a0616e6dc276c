/** Converts what the rest of the code does not know: Swagger 2.0, and references where OpenAPI has none. */
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { type DocumentConversion, isSwagger2, maxDocumentDepth } from '../document/source.ts';
import { isMap } from '../document/walk-objects.ts';

export interface Converted {
  readonly document: JsonObject;
  /** A document that stays as it is has none. */
  readonly conversion: DocumentConversion | undefined;
}

/** @param document With its files bundled. */
export const convertDocument = async (document: JsonObject): Promise<Converted> => {
  const known = isSwagger2(document) ? await fromSwagger(document) : { document, conversion: undefined };
  if (!hides(known.document, 'keywords')) return known;
  const { settleReferences } = await import('../../parts/references/index.ts');
  const { document: settled, problems } = settleReferences(known.document);
  const { sourceOf = (pointer: string) => pointer, problems: others = [] } = known.conversion ?? {};
  const own = problems.map((problem) => ({ ...problem, pointer: sourceOf(problem.pointer) }));
  return { document: settled, conversion: { sourceOf, problems: [...others, ...own] } };
};

const fromSwagger = async (swagger: JsonObject): Promise<Converted> => {
  const { convertSwagger } = await import('../../parts/swagger/convert-swagger.ts');
  const { document, ...conversion } = convertSwagger(swagger);
  return { document, conversion };
};

/** Whether an example has a `$ref`, or a schema a `$dynamicRef`. This is three times as fast as a general walk. */
const hides = (value: Json, kind: 'keywords' | 'names' | 'shown', depth = 0): boolean => {
  if (typeof value !== 'object' || value === null || depth > maxDocumentDepth) return false;
  if (Array.isArray(value)) return (value as readonly Json[]).some((one) => hides(one, kind, depth + 1));
  const owner = value as JsonObject;
  if (Object.hasOwn(owner, kind === 'shown' ? '$ref' : '$dynamicRef')) return true;
  for (const name in owner) {
    const property = owner[name] as Json;
    if (typeof property !== 'object') continue;
    const isShown = name === 'example' || name === 'value' || (name === 'examples' && Array.isArray(property));
    const within = isShown ? 'shown' : isMap(name, property) ? 'names' : 'keywords';
    if (hides(property, kind === 'keywords' ? within : kind === 'names' ? 'keywords' : kind, depth + 1)) return true;
  }
  return false;
};
