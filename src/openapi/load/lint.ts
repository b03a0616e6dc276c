/** Checks the structure of a document against the OpenAPI specification, with Redocly's rules. */
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Document } from '@redocly/openapi-core';
import { type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import { cutReferenceCycles } from './cut-reference-cycles.ts';
import type { LoadedDocument } from './load.ts';
import { isUrl } from './read-text.ts';

/**
 * All structural errors in the files of a document. References in a cycle are ignored: Redocly would reject the whole document.
 * The linter takes over 0.1 s to load.
 */
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
  const parsed = await Promise.allSettled(
    // First by name: only the root is parsed whatever its extension is.
    [name, ...[...texts.keys()].map((uri) => (uri.startsWith('file:') && !isUrl(name) ? fileURLToPath(uri) : uri))].map(
      (file) => resolver.resolveDocument(null, file, file === name),
    ),
  );
  const files = parsed.flatMap((result) => (result.status === 'fulfilled' ? [result.value as Document] : []));
  cutReferenceCycles(
    files.map(({ source, parsed: value }) => ({ name: source.absoluteRef, value })),
    { resolve: (from, uri) => resolver.resolveExternalRef(from, uri), replacement: unread },
  );
  const problems = await lint({ ref: name, config, externalRefResolver: resolver }).catch((error: Error) => error);
  // The linter has limits of its own: it reads 100 levels.
  if (problems instanceof Error)
    return [configProblem({ code: 'VIV_DOCUMENT_INVALID', message: reasonOf(problems), file: name })];
  return problems
    .filter(({ severity, ignored, message }) => severity === 'error' && !ignored && !message.includes(unread))
    .map(({ message, location: [location], suggest }): ConfigProblem => {
      if (location === undefined) return configProblem({ code: 'VIV_DOCUMENT_INVALID', message, file: name });
      const { start, ...rest } = getLineColLocation(location);
      const [suggestion] = suggest;
      const { absoluteRef } = location.source;
      return {
        code: 'VIV_DOCUMENT_INVALID',
        file: isUrl(absoluteRef) ? absoluteRef : relative(process.cwd(), absoluteRef) || name,
        line: start.line,
        column: start.col,
        message: message.trim().replaceAll('\n', ' '),
        hint: suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
        frame: getCodeframe({ ...location, ...rest, start }, false),
      };
    });
};

const reasonOf = ({ message }: Error): string =>
  `The linter cannot read the document: ${message.replaceAll('\n', ' ')}`;

/** The message of a file that the loader did not read, and of a cut reference. The loader reports the reason. */
const unread = 'vivarium-not-read';
