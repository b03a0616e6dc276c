/** The text of the configuration file that `vivarium init` writes. */
import type { ServiceSources } from '../../../simulation/service-source.ts';
import { yamlText } from './yaml-text.ts';

/** `schema`: the path of its JSON Schema. Every example that it contains as a comment is valid. */
export const firstConfiguration = (sources: ServiceSources['list'], schema: string): string =>
  [
    `# yaml-language-server: $schema=${schema}`,
    ...documentsOf(sources),
    '',
    '# Every option of `vivarium serve` is a key here, by its long name. A few of them; remove a # to set one.',
    '# port: 4010',
    '# scenario: empty',
    '# seed: 7',
    '# fault: [slow]',
    ...(sources.length === 1 ? ['# base: /v1'] : []),
    '',
  ].join('\n');

const documentsOf = ([first, ...others]: ServiceSources['list']): readonly string[] =>
  others.length === 0
    ? [`document: ${yamlText(String(first.document))}`]
    : [
        'services:',
        ...[first, ...others].map(
          ({ name, document }) => `  ${yamlText(name)}: { document: ${yamlText(String(document))} }`,
        ),
      ];
