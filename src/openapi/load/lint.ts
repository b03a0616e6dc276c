/** What the OpenAPI specification itself objects to in a document, by Redocly's rules for its structure. */
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import type { LoadedDocument } from './load.ts';

/** All errors of a document's files, as they were read. Takes a good tenth of a second to load. */
export const lintDocument = async ({ name, texts }: LoadedDocument): Promise<readonly ConfigProblem[]> => {
  const { BaseResolver, createConfig, getCodeframe, getLineColLocation, lint, ResolveError, Source } = await import(
    '@redocly/openapi-core'
  );
  const config = await createConfig({ extends: ['spec'], telemetry: 'off' });
  const resolver = new BaseResolver();
  // Nothing is read a second time, and nothing that the loader would not read.
  resolver.loadExternalRef = async (reference) => {
    const text = texts.get(isUrl(reference) ? new URL(reference).href : pathToFileURL(resolve(reference)).href);
    if (text === undefined) throw new ResolveError(new Error(unread));
    return new Source(reference, text.replaceAll('\r\n', '\n'));
  };
  const problems = await lint({ ref: name, config, externalRefResolver: resolver });
  return problems
    .filter(({ severity, ignored, message }) => severity === 'error' && !ignored && !message.includes(unread))
    .map(({ message, location: [location], suggest }): ConfigProblem => {
      if (location === undefined)
        return { file: name, line: undefined, column: undefined, message, hint: undefined, frame: undefined };
      const { start, ...rest } = getLineColLocation(location);
      const [suggestion] = suggest;
      const { absoluteRef } = location.source;
      return {
        file: isUrl(absoluteRef) ? absoluteRef : relative(process.cwd(), absoluteRef) || name,
        line: start.line,
        column: start.col,
        message: message.trim().replaceAll('\n', ' '),
        hint: suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
        frame: getCodeframe({ ...location, ...rest, start }, false),
      };
    });
};

/** Why not is told by whoever tried to. */
const unread = 'vivarium: not read';

const isUrl = (name: string): boolean => /^https?:/i.test(name);
