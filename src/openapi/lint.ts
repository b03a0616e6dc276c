/** What the OpenAPI specification itself objects to in a document, by Redocly's rules for its structure. */
import { relative } from 'node:path';
import type { ConfigProblem } from '../core/config-error.ts';

/** All errors of a file (with what it refers to), or of the document behind a URL. Takes a good tenth of a second to load. */
export const lintDocument = async (name: string): Promise<readonly ConfigProblem[]> => {
  const { createConfig, getCodeframe, getLineColLocation, lint } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['spec'], telemetry: 'off' });
  const problems = await lint({ ref: name, config });
  return problems
    .filter((problem) => problem.severity === 'error' && !problem.ignored)
    .map(({ message, location: [location], suggest }): ConfigProblem => {
      if (location === undefined)
        return { file: name, line: undefined, column: undefined, message, hint: undefined, frame: undefined };
      const { start, ...rest } = getLineColLocation(location);
      const [suggestion] = suggest;
      return {
        file: isUrl(name) ? name : relative(process.cwd(), location.source.absoluteRef) || name,
        line: start.line,
        column: start.col,
        message: message.trim().replaceAll('\n', ' '),
        hint: suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
        frame: getCodeframe({ ...location, ...rest, start }, false),
      };
    });
};

const isUrl = (name: string): boolean => /^https?:/i.test(name);
