/** Checks the structure of a document against the OpenAPI specification, with Redocly's rules. */
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import type { LoadedDocument } from './load.ts';

/** All structural errors in the files of a document. The linter takes over 0.1 s to load. */
export const lintDocument = async ({ name, texts }: LoadedDocument): Promise<readonly ConfigProblem[]> => {
  const { BaseResolver, createConfig, getCodeframe, getLineColLocation, lint, ResolveError, Source } = await import(
    '@redocly/openapi-core'
  );
  const config = await createConfig({ extends: ['spec'], telemetry: 'off' });
  const resolver = new BaseResolver();
  // The linter may use only texts that the loader has read.
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

/** The message of a file that the loader did not read. The loader reports the reason. */
const unread = 'vivarium: not read';

const isUrl = (name: string): boolean => /^https?:/i.test(name);
