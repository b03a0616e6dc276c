/** Who needs which words and rules, as the files with the authors have it. */

export type Needed = Record<string, readonly string[] | string>;

const longestLine = 120;

/** The authors of a word stand on its line, unless that is too long. */
export const neededJson = (found: Readonly<Record<string, Needed>>): string =>
  `${JSON.stringify(found, undefined, 2).replace(
    /^(.*)\[\n\s+(".*"),\n\s+(".*")\n\s+\](,?)$/gm,
    (broken: string, start: string, first: string, second: string, end: string) => {
      const line = `${start}[${first}, ${second}]`;
      return line.length + end.length > longestLine ? broken : line + end;
    },
  )}\n`;
