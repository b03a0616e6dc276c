/** Swagger 2.0 becomes OpenAPI 3.0 when a document is loaded. Everything else knows OpenAPI 3 only. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { type DocumentConversion, isSwagger2 } from '../document/source.ts';

export interface Converted {
  readonly document: JsonObject;
  /** A document of OpenAPI 3 has none. */
  readonly conversion: DocumentConversion | undefined;
}

/** @param document With its files bundled. */
export const convertDocument = async (document: JsonObject): Promise<Converted> => {
  if (!isSwagger2(document)) return { document, conversion: undefined };
  const { convertSwagger } = await import('../../parts/swagger/convert-swagger.ts');
  const { document: converted, ...conversion } = convertSwagger(document);
  return { document: converted, conversion };
};
