import { expect, test } from 'vitest';
import { scanJson } from '../../../src/scenario/file/scan-json.ts';
import fc from '../../fast-check.ts';

test('a text that JSON.parse accepts has no findings', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, space) => {
      expect(scanJson(JSON.stringify(JSON.parse(text), undefined, space))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('JSON.parse rejects a text if and only if it has a finding', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\\',
      '"',
      '\n',
    ),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(scanJson(text).filter(({ message }) => !message.endsWith('given twice')).length === 0).toBe(valid);
    }),
    { numRuns: 2000 },
  );
});
