/** A guard in Node: its document is loaded as that of `createVivarium`. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { createVivarium } from '../../library/create-vivarium.ts';
import { simulationOf } from '../../library/simulation-of.ts';
import { findDocument } from '../../simulation/find-document.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { reportFile, writeReports } from '../report/report-files.ts';
import type { GuardOptions } from './api.ts';
import { checkGuardOptions, createGuardOf, guardRuleNames, type ObservingGuard } from './guard.ts';
import { createGuardReport } from './guard-report.ts';

/** @throws ConfigError if the document or an option cannot be used. */
export const observingGuard = async (options: GuardOptions = {}): Promise<ObservingGuard> => {
  checkGuardOptions(options, [...guardRuleNames, 'document', 'overlay', 'base']);
  const { document, overlay, base, ...rules } = options;
  const named = document ?? (await findDocument());
  // The shipped example is no document to judge by.
  if (named === undefined)
    throw optionInvalid(
      'a guard needs the OpenAPI document of the service: none is named, and none was found in the working directory',
      'Write it as an option: { document: "openapi.yaml" }.',
    );
  const vivarium = await createVivarium({ document: named, overlay, base, scenario: {} });
  const { worlds, sources } = simulationOf(vivarium) as Simulation;
  const [loaded] = sources.loaded;
  return createGuardOf(
    {
      worlds,
      world: vivarium.world(defaultWorldName),
      maxBodyBytes: maxBodyBytes,
      locate: (pointer) => loaded?.document?.locate(pointer),
      write: async (guard, format, file) => writeReports(createGuardReport(guard), [reportFile(format, file)], {}),
      close: () => vivarium.close(),
    },
    rules,
  );
};

/** The largest request body that is judged. */
const maxBodyBytes = 10_485_760;
