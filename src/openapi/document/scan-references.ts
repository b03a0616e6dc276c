/** Traverses the whole document without interpreting it. Finds broken references and every `x-faker`. */
import { documentTooLarge } from '../../core/primitives/config-error.ts';
import { getProperty, type Json } from '../../core/primitives/json.ts';
import { followReferences, type Located, type Source } from './source.ts';
import { walkObjects } from './walk-objects.ts';

interface DocumentScan {
  readonly fakers: readonly Located<Json>[];
  /** Whether `readOnly` or `writeOnly` occurs at all. */
  readonly hasAccess: boolean;
  /** Whether `writeOnly` occurs at all. */
  readonly hasWriteOnly: boolean;
  /** Whether `writeOnly` or `format: password` occurs at all. */
  readonly hasSecrets: boolean;
}

/** Reports broken references. */
export const scanDocument = (source: Source): DocumentScan => {
  const fakers: Located<Json>[] = [];
  /** Most references lead to what others lead to as well. */
  const sound = new Set<string>();
  let hasAccess = false;
  let hasWriteOnly = false;
  let hasSecrets = false;
  walkObjects(
    source.document,
    (value, pointer, isNamed) => {
      if (isNamed) return;
      const reference = getProperty(value, '$ref');
      if (typeof reference === 'string' && !sound.has(reference) && !reportBroken(source, value, pointer()))
        sound.add(reference);
      hasWriteOnly ||= value.writeOnly === true;
      hasAccess ||= hasWriteOnly || value.readOnly === true;
      hasSecrets ||= hasWriteOnly || value.format === 'password';
      const faker = getProperty(value, 'x-faker');
      if (faker !== undefined) fakers.push({ value: faker, pointer: `${pointer()}/x-faker` });
    },
    {
      depth: maxDepth,
      onDeeper: () => {
        throw documentTooLarge(`the document is nested deeper than ${maxDepth} levels, or contains itself`);
      },
    },
  );
  return { fakers, hasAccess, hasWriteOnly, hasSecrets };
};

/** YAML aliases can create a document that contains itself. */
const maxDepth = 200;

const reportBroken = (source: Source, value: Json, pointer: string): boolean => {
  const found = followReferences(source.document, value, pointer);
  if ('message' in found) source.reportBroken(found.pointer, found.message);
  return 'message' in found;
};
