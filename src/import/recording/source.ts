/** A file to import, with the positions of its values. */
import { ConfigError, configProblem } from '../../core/primitives/config-error.ts';
import {
  getProperty,
  isDeeperThan,
  isJsonObject,
  type Json,
  maxJsonDepth,
  mayBeUnsafeJson,
  parseJson,
} from '../../core/primitives/json.ts';
import type { JsonPath } from '../../core/primitives/json-path.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { readRegularFile, UnreadableError } from '../../files/read-regular-file.ts';
import { scanJson } from '../../scenario/file/scan-json.ts';
import { createJsonOffsets } from '../../text/json-offset.ts';
import { createPositions, type TextPosition } from '../../text/text-position.ts';

export interface ImportSource {
  /** As the user named it. */
  readonly name: string;
  readonly value: Json;
  /** The position of a value, or of its key. */
  readonly locate: (path: JsonPath) => TextPosition;
}

/** @throws ConfigError if it cannot be read. */
export const readText = async (file: string): Promise<string> => {
  try {
    return (await readRegularFile(file)).toString().replace(/^\ufeff/, '');
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new ConfigError([configProblem({ code: 'VIV_COMMAND_INVALID', message: error.message, file })]);
  }
};

/** @throws ConfigError with the position, if it is not JSON. */
export const parseJsonSource = (text: string, name: string): ImportSource => {
  const positionOf = createPositions(text);
  const offsets = lazily(() => createJsonOffsets(text));
  return {
    name,
    value: parse(text, name, positionOf),
    locate: (path) => positionOf(offsets()(path)),
  };
};

const parse = (text: string, file: string, positionOf: (offset: number) => TextPosition): Json => {
  if (!isDeeperThan(text, maxJsonDepth)) {
    try {
      const value = JSON.parse(text) as Json;
      // The bodies in a HAR are texts, which are parsed later.
      const isHar = isJsonObject(value) && getProperty(value, 'log') !== undefined;
      const exact = isHar || !mayBeUnsafeJson(text) ? undefined : parseJson(text);
      return exact?.ok === true ? exact.value : value;
    } catch {
      // The position is found below.
    }
  }
  const [found] = scanJson(text);
  const message = found?.message ?? 'this is not valid JSON';
  const place = found === undefined ? undefined : positionOf(found.offset);
  throw new ConfigError([configProblem({ code: 'VIV_COMMAND_INVALID', message, file, ...place })]);
};
