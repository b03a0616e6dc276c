/**
 * YAML as nearly all files have it, read by js-yaml in an eighth of the time that the package `yaml` takes: block and flow collections, texts, and
 * numbers without exponents. Both read these alike.
 */
import {
  boolCoreTag,
  load,
  mapTag,
  NOT_RESOLVED,
  nullCoreTag,
  type ScalarTagDefinition,
  Schema,
  seqTag,
  strTag,
} from 'js-yaml';

/** The value, with numbers as they are written. Undefined if the text has something else or is not valid YAML: the other parser decides. */
export const parsePlainYaml = (text: string): unknown => {
  try {
    return unusual.some((pattern) => pattern.test(text))
      ? undefined
      : load(text, { schema, maxDepth: plainDepth, maxAliases: 0 });
  } catch {
    // Whatever it is, the other parser reads it, or reports where it is.
    return undefined;
  }
};

/** Less than what a scenario may have, which the other parser reports. */
const plainDepth = 64;

/** What js-yaml accepts and the other rejects, or reads in another way. Each pattern takes linear time. */
const unusual: readonly RegExp[] = [
  // Directives, and the ends of documents.
  /^(?:%| *---| *\.\.\.)/m,
  // Tags, anchors and aliases, explicit keys, and block texts that state their indentation or keep their last empty lines.
  /(?:^|[-:?,[{]) *(?:[!&*]|\?\s|[>|](?:\+|-?\d))/m,
  // A key behind a text in quotes, or behind a flow collection.
  /(?:^|[-:?,[{]) *(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*') *[^\s,\]}:#"']/m,
  /[}\]] *[^\s,\]}:#](?:[^\n:\]}]|:(?!\s))*:\s/,
  // Tabs, other ends of lines, and what is no text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\x00-\x09\x0B\x0C\x0E-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\r(?!\n)/,
];

class NotPlain extends Error {}

/** All numbers of the core schema of YAML 1.2. */
const numeric =
  /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const plainNumber = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d+)$/;

const numberTag: ScalarTagDefinition<number> = {
  ...boolCoreTag,
  tagName: 'tag:yaml.org,2002:float',
  implicitFirstChars: [...'+-.0123456789'],
  resolve: (source) => {
    if (!numeric.test(source)) return NOT_RESOLVED;
    const value = Number(source);
    // Larger integers keep all digits.
    if (!plainNumber.test(source) || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new NotPlain();
    return value;
  },
};

/** Names that are no texts are errors, and `<<` merges. */
const plainMapTag: typeof mapTag = {
  ...mapTag,
  addPair: (map, name, value) => {
    if (typeof name !== 'string' || name === '<<') throw new NotPlain();
    return mapTag.addPair(map, name, value);
  },
};

const schema = new Schema([strTag, seqTag, plainMapTag, nullCoreTag, boolCoreTag, numberTag]);
