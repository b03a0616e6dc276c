/** Writes a document as YAML. */
import { Document } from 'yaml';
import type { JsonObject } from '../../core/primitives/json.ts';

/** Equal parts are written each time: few readers of documents know aliases. Lines are not folded. */
export const documentToYaml = (document: JsonObject): string =>
  new Document(document, { aliasDuplicateObjects: false, schema: 'core' }).toString({ lineWidth: 0 });
