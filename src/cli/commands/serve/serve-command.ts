/** `serve`: what it does with its arguments and options. */
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { defaultWorldName } from '../../../world/world-name.ts';
import { stopServing } from './serving-process.ts';

/** Serves the documents; if a command follows `--`, only while it runs. */
export const serveCommand = async (
  documents: readonly string[],
  { env, ...flags }: Readonly<Record<string, unknown>> & { readonly env?: readonly string[] },
  child: readonly string[] | undefined,
): Promise<undefined> => {
  if (child?.length === 0) throw commandInvalid('no command follows --', 'Name it, or omit --.');
  const given = documents.length === 0 ? flags : { ...flags, document: documents };
  if (child !== undefined) return serveBeside(given, env, child);
  if (env !== undefined) throw commandInvalid('--env is for a command', 'Name it after --: vivarium -- npm run dev.');
  const onStop = stopServing();
  const [{ serve }, { limitMemory, surviveLostOutput }] = await Promise.all([
    import('./serve.ts'),
    import('./dedicated-process.ts'),
  ]);
  surviveLostOutput();
  const simulation = await serve(given, onStop);
  if (simulation !== undefined) limitMemory(simulation);
};

const serveBeside = async (
  flags: Readonly<Record<string, unknown>>,
  env: readonly string[] = [],
  child: readonly string[],
): Promise<undefined> => {
  const [{ createBeside }, { readTemplate, variablesOf }, { serve }] = await Promise.all([
    import('../../../parts/command/run-beside.ts'),
    import('../../../parts/command/variables.ts'),
    import('./serve.ts'),
  ]);
  const templates = env.map(readTemplate);
  const { onStop, start } = createBeside(child);
  await serve({ port: '0', log: 'silent', ...flags }, onStop, (simulation, url) =>
    start(variablesOf(simulation, { url, world: defaultWorldName, templates })),
  );
};
