import type { CommandDefinition } from '../../cli/terminal/command-definition.ts';
import type { FindImportable } from './init.ts';

/** `loadImportable`: loads what finds the files of other tools in the working directory. */
export const defineInit = (
  loadImportable: () => Promise<{ readonly findImportable: FindImportable }>,
): CommandDefinition => ({
  arguments: [
    [
      '[documents...]',
      'your OpenAPI documents, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs)',
    ],
  ],
  options: [],
  load: async () => {
    const [{ init }, { findImportable }] = await Promise.all([import('./init.ts'), loadImportable()]);
    return (documents: string[]) => init(documents.length === 0 ? {} : { document: documents }, findImportable);
  },
});
