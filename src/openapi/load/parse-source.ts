/** Parses the text of one file of a document, or of an Overlay. */
import { documentSyntax } from '../../core/primitives/config-error.ts';
import type { SourceFile, Text } from '../../parts/bundle/index.ts';
import { settleVersion } from '../document/written-scalars.ts';
import { createLocate, describeParseError } from './locate-value.ts';
import { parseText } from './parse-document.ts';

/** @throws ConfigError if the text is neither YAML nor JSON. */
export const parseSource = (read: Text, name: string): SourceFile => {
  try {
    // Descriptions may refer to files with prose.
    const value = /\.(md|txt)$/i.test(read.uri) ? read.text : parseText(read.text);
    settleVersion(value);
    return { ...read, name, value, locate: createLocate(read.text) };
  } catch (error) {
    const found = describeParseError(read.text, error);
    const message = found?.message ?? `this is neither YAML nor JSON (${(error as Error).message})`;
    throw documentSyntax({ ...found, message, file: name });
  }
};
