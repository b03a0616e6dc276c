/** The text of the configuration file that `vivarium init` writes. */
import { yamlText } from './yaml-text.ts';

/** `schema`: the path of its JSON Schema. Every example that it contains as a comment is valid. */
export const firstConfiguration = (document: string, schema: string): string =>
  [
    `# yaml-language-server: $schema=${schema}`,
    `document: ${yamlText(document)}`,
    '',
    '# Every option of `vivarium serve` is a key here, by its long name. A few of them; remove a # to set one.',
    '# port: 4010',
    '# scenario: empty',
    '# seed: 7',
    '# fault: [slow]',
    '# base: /v1',
    '',
  ].join('\n');
