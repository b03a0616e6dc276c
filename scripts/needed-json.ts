/** Who needs which words and rules, as the files with the authors have it. */

export type Needed = Record<string, readonly string[] | string>;

const longestLine = 120;

/** The authors of a word stand on its line, unless that is too long. */
export const neededJson = (found: Readonly<Record<string, Needed>>): string =>
  `${JSON.stringify(found, undefined, 2).replace(
    /^(.*)\[\n((?:\s+".*",?\n)+)\s+\](,?)$/gm,
    (broken: string, start: string, names: string, end: string) => {
      const line = `${start}[${names.trim().replace(/,\n\s+/g, ', ')}]${end}`;
      return line.length > longestLine ? broken : line;
    },
  )}\n`;
