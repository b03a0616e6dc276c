/** `sample`: prints values of a document as JSON, without a server. */
import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../cli/terminal/given-options.ts';
import { escapeControls } from '../../cli/terminal/paint.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { checkedSamples } from '../../library/checked-samples.ts';
import { chooseServices } from '../../simulation/service-source.ts';
import { createSimulation } from '../../simulation/simulation.ts';
import { createStart, planStart } from '../../world/control/start-request.ts';
import { silentLogger } from '../../world/logger.ts';
import type { SampleOptions, Samples } from './api.ts';

export interface SampleFlags {
  readonly count?: string;
  readonly with?: string;
  readonly extreme?: string;
  readonly for?: string;
  /** The flags that choose and start a world. */
  readonly [flag: string]: unknown;
}

/**
 * Prints one value, or with `--count` a list. Returns the exit code.
 *
 * @param documents Files and URLs; none: those that `serve` would load.
 * @throws ConfigError for an unknown name, and for a flag or a document that cannot be used.
 */
export const sample = async (
  name: string,
  documents: readonly string[],
  { count, with: merged, extreme, for: side, ...flags }: SampleFlags,
): Promise<number> => {
  const number = count === undefined ? undefined : readCount(count);
  const given = { extreme, for: side, with: merged === undefined ? undefined : readMerged(merged) } as SampleOptions;
  const source = await openSamples(documents, flags);
  const value: Json = number === undefined ? source.sample(name, given) : source.samples<Json>(name, number, given);
  process.stdout.write(`${escapeControls(stringifyJson(value, 2))}\n`);
  return exitCodes.fine;
};

const openSamples = async (
  documents: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<Samples> => {
  const { options, serviceOptions, names } = await readGivenOptions({
    ...flags,
    ...(documents.length > 0 && { document: documents }),
  });
  const services = await chooseServices(serviceOptions);
  const { journal, maxBody, showCredentials } = options;
  const settings = { maxWorlds: 1, journal, maxBody, showCredentials, logger: silentLogger };
  const { worlds, sources } = await createSimulation({ ...options, services, ...names }, settings);
  await worlds.ready();
  const { startOf } = sources.scenarios;
  return checkedSamples({
    service: () => worlds.service,
    startFor: (request) => createStart(planStart(request), undefined, { startOf, start: worlds.start }),
    keepsLargeIntegers: true,
  });
};

const readCount = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw optionInvalid(`--count must be a number such as 3, not "${text}"`);
};

const readMerged = (text: string): JsonObject => {
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  throw optionInvalid('--with is no JSON object', `Write it in quotes: --with '{"status":"paid"}'.`);
};
