import { type CommandDefinition, collect, shared } from '../../cli/terminal/command-definition.ts';
import type { MockFlags } from '../guard/mocks/check-mocks.ts';
import type { CheckFlags } from './check-command.ts';

/** `loadArchives`: loads what reads HTTP Archives. */
export const defineCheck = (loadArchives: MockFlags['loadArchives']): CommandDefinition => ({
  details: 'Warnings do not count.',
  arguments: [
    [
      '[files...]',
      'an OpenAPI document, Overlays and scenario files, recognised by content (default: those that serve would load)',
    ],
  ],
  options: [
    shared.overlay,
    shared.scenarios,
    shared.handlers,
    shared.config,
    ['--mocks <pattern>', 'judge the responses in these files instead: exits with 1 if one is wrong', collect],
    ["--as <'GET /path 200'>", 'what files with a body alone are'],
    ['--json', 'print the problems as JSON'],
  ],
  load: async () => {
    const { check } = await import('./check-command.ts');
    return async (files: readonly string[], { mocks, ...flags }: CheckFlags & Pick<Partial<MockFlags>, 'mocks'>) => {
      if (mocks === undefined) return check(files, flags);
      const { checkMocks } = await import('../guard/mocks/check-mocks.ts');
      return checkMocks(files, { ...flags, mocks, loadArchives });
    };
  },
});
