/** The door of the guard for a page, which starts simulations in its own way. */
import type { Guard, GuardRules, MswSource } from './api.ts';
import { checkGuardOptions, createGuardOf, type GuardBase, guardRuleNames } from './guard.ts';
import { checkSource, observeMsw } from './guard-msw.ts';

type GuardSimulation = Pick<GuardBase, 'worlds' | 'world'> & { readonly close: () => void };

interface Page<Options extends GuardRules> {
  /** The names of the options beside the rules. */
  readonly known: readonly string[];
  readonly start: (options: Omit<Options, keyof GuardRules>) => Promise<GuardSimulation>;
}

/**
 * Creates a guard whose `check` judges, or one that listens to MSW.
 *
 * @param sources One server or worker of MSW, or none.
 * @throws ConfigError if the source is none, or if the document or an option cannot be used.
 */
export const createGuardIn = async <Options extends GuardRules>(
  { known, start }: Page<Options>,
  options: Options,
  sources: readonly MswSource[] = [],
): Promise<Guard> => {
  sources.forEach(checkSource);
  checkGuardOptions(options, [...guardRuleNames, ...known]);
  const { baseUrl, ignore, examples, passthrough, ...rest } = options;
  const { worlds, world, close } = await start(rest as Omit<Options, keyof GuardRules>);
  const observing = createGuardOf(
    {
      worlds,
      world,
      locate: () => undefined,
      write: () =>
        Promise.reject(new Error('A page has no files to write a report to: read violations() and coverage().')),
      close: async () => close(),
    },
    { baseUrl, ignore, examples, passthrough },
  );
  const [source] = sources;
  return source === undefined ? observing.guard : observeMsw(source, observing);
};
