import { afterEach, expect, test, vi } from 'vitest';
import { maxUnreadBytes, Output } from '../../../src/cli/terminal/output.ts';

afterEach(() => vi.useRealTimers());

/** The contents of a terminal after the texts were written. */
const screenOf = (texts: readonly string[]): readonly string[] => {
  const lines = [''];
  let row = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it reads control sequences
  for (const [part] of texts.join('').matchAll(/\u001b\[\d*[A-Z]|\r|\n|[^\u001b\r\n]+/g)) {
    if (part === '\n') {
      row++;
      lines[row] ??= '';
    } else if (part === '\r') continue;
    else if (part.startsWith('\u001b') && part.endsWith('A')) row -= Number(/\d+/.exec(part)?.[0]);
    else if (part.startsWith('\u001b[0J')) {
      lines.length = row + 1;
      lines[row] = '';
    } else lines[row] += part;
  }
  return lines;
};

const createTerminal = () => {
  const written: string[] = [];
  const stream = { columns: 80, write: (text: string) => written.push(text) };
  return { output: new Output(stream, stream), screen: () => screenOf(written), written };
};

test('the footer stays below the lines that are printed', () => {
  const { output, screen } = createTerminal();
  output.print('one');
  output.setFooter(['', 'Faults:', '> slow']);
  output.print('two');
  output.printError('three');
  expect(screen()).toEqual(['one', 'two', 'three', '', 'Faults:', '> slow']);
  output.setFooter(['World:']);
  expect(screen()).toEqual(['one', 'two', 'three', 'World:']);
  output.setFooter([]);
  output.print('four');
  expect(screen()).toEqual(['one', 'two', 'three', 'four', '']);
});

test('errors and messages keep their lines and lose their control characters', () => {
  const { output, written } = createTerminal();
  output.printError('a\u001b]0;title\u0007b\n\tc\u009b31md');
  output.logger.info('e\u001b[31mf\r\ng');
  expect(written).toEqual(['a?]0;title?b\n\tc?31md\n', 'e?[31mf\ng\n']);
});

test('a printed line keeps the meaning of its JSON, and has no control characters beside colours', () => {
  const { output, written } = createTerminal();
  const text = '\u001b[2J\u007f\u0080\u009b31m\u009f\u00a0é';
  output.print(JSON.stringify({ text }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain them
  expect(written[0]).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(JSON.parse(written[0] as string)).toEqual({ text });
});

test('without a footer, nothing but the lines is written', () => {
  const { output, written } = createTerminal();
  output.print('one');
  output.printError('two');
  output.logger.error('three', 4);
  expect(written).toEqual(['one\n', 'two\n', 'three 4\n']);
});

test('lines about requests are omitted while nobody reads, and counted after it', () => {
  const written: string[] = [];
  const errors: string[] = [];
  const stream = { writableLength: maxUnreadBytes + 1, write: (text: string) => written.push(text) };
  const output = new Output(stream, { write: (text: string) => errors.push(text) });
  output.printRequest(() => ['one']);
  output.printRequest(() => ['two']);
  expect(written).toEqual([]);
  stream.writableLength = 0;
  output.printRequest(() => ['three']);
  output.printRequest(() => ['four']);
  output.flush();
  expect(written).toEqual(['three\nfour\n']);
  expect(errors).toEqual(['The log omits 2 lines about requests: its reader did not read for a while.\n']);
});

test('lines about requests are written together, in order with all other lines, and above the footer', () => {
  vi.useFakeTimers();
  const { output, screen, written } = createTerminal();
  output.setFooter(['World:']);
  written.length = 0;
  output.printRequest(() => ['one']);
  output.printRequest(() => ['two']);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(written).toHaveLength(1);
  output.printRequest(() => ['three']);
  output.print('four');
  output.printRequest(() => ['five']);
  output.printError('six');
  output.printRequest(() => ['seven']);
  output.setFooter(['Faults:']);
  expect(screen()).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'Faults:']);
});
