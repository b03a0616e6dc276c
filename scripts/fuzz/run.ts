/**
 * `npm run fuzz -- [minutes] [--seed N] [--only requests|documents|properties]`: looks for input that breaks something, for a third
 * of the time each: changed requests to running servers, changed documents, Overlays and scenarios, and the property tests
 * with fresh seeds. Prints each finding with the command that shows it again, and exits with 1 if there is one.
 * `npm run fuzz -- --replay FILE [--document FILE]` repeats a finding.
 */
import { parseArgs } from 'node:util';
import { fuzzDocuments, replayLoad } from './fuzz-documents.ts';
import { fuzzProperties } from './fuzz-properties.ts';
import { fuzzRequests, replayRequest } from './fuzz-requests.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    replay: { type: 'string' },
    document: { type: 'string' },
  },
});
const phases = { requests: fuzzRequests, documents: fuzzDocuments, properties: fuzzProperties };

const fuzz = async (minutes: number, seed: number): Promise<boolean> => {
  const chosen = Object.entries(phases).filter(([name]) => values.only === undefined || values.only === name);
  if (chosen.length === 0 || !(minutes > 0) || !(seed >= 0))
    throw new Error(`Minutes and the seed are numbers; --only is one of ${Object.keys(phases).join(', ')}.`);
  console.log(`fuzz: ${minutes} minutes, seed ${seed}`);
  let isClean = true;
  for (const [name, run] of chosen) {
    const endMs = performance.now() + (minutes * 60_000) / chosen.length;
    const { count, outcomes, findings } = await run(seed, () => performance.now() >= endMs);
    const shown = Object.entries(outcomes).map(([outcome, times]) => `${outcome} ${times}`);
    console.log(`${name}: ${count} runs (${shown.join(', ')}), ${findings.length} findings`);
    for (const { what, command } of findings) console.log(`- ${what}\n  ${command}`);
    if (findings.length > 0 || count === 0) isClean = false;
  }
  return isClean;
};

const replay = (file: string): Promise<boolean> =>
  file.endsWith('.json') ? replayLoad(file) : replayRequest(file, values.document);

const isClean =
  values.replay === undefined
    ? await fuzz(Number(positionals[0] ?? '5'), Number(values.seed))
    : await replay(values.replay);
process.exitCode = isClean ? 0 : 1;
