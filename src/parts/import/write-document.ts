/** Writes a document as YAML. */
import { Document, isScalar, Scalar, visit } from 'yaml';
import type { JsonObject } from '../../core/primitives/json.ts';

/** A longer list has a line for each of its values. */
const maxListLength = 80;

/** Texts that readers of YAML 1.1 take for a date, a flag or a number. */
const misread = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?-\d\d?.*|[-+]?\d[\d_]*(?::[0-5]?\d)+|0\d+|\d[\d_]*_[\d_]*)$/i;

/** Equal parts are written each time: few readers of documents know aliases. Lines are not folded; a short list of values is one line. */
export const documentToYaml = (document: JsonObject): string => {
  const yaml = new Document(document, { aliasDuplicateObjects: false, schema: 'core' });
  visit(yaml, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && misread.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
    Seq: (_key, list) => {
      if (!list.items.every(isScalar)) return;
      const length = list.items.reduce((sum, { value }) => sum + String(value).length + 2, 0);
      if (length <= maxListLength && list.items.length > 0) list.flow = true;
    },
  });
  return yaml.toString({ lineWidth: 0, flowCollectionPadding: false });
};
