/** `--report`: the files of a report, and GitHub's step summary. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { configError } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { stringifyJson } from '../core/primitives/json.ts';
import { toHtml } from './html.ts';
import { toJunit } from './junit.ts';
import { toMarkdown } from './markdown.ts';
import type { Report } from './report.ts';

const writers: Readonly<Record<string, (report: Report) => string>> = {
  junit: toJunit,
  md: (report) => toMarkdown(report),
  json: ({ json }) => `${stringifyJson(json, 2)}\n`,
  html: toHtml,
};

/** Rows of each table of the step summary, which GitHub limits to 1 MiB. */
const maxSummaryRows = 100;

export interface ReportFile {
  readonly format: string;
  readonly file: string;
}

/** Reads `junit=FILE`; several are separated by commas. `nameOf`: the option, for messages. */
export const readReportFiles = (texts: readonly string[], name = '--report'): readonly ReportFile[] =>
  texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, format = '', file = ''] = /^\s*([^=]*)=(.*\S)\s*$/.exec(text) ?? [];
      if (Object.hasOwn(writers, format) && file !== '') return { format, file };
      throw configError(
        'VIV_OPTION_INVALID',
        `${name} must be FORMAT=FILE, not "${text}"`,
        didYouMean(format, Object.keys(writers)) ?? `The formats are ${Object.keys(writers).join(', ')}.`,
      );
    });

/**
 * Writes each file, and the step summary if its variable is set.
 *
 * @throws ConfigError `VIV_REPORT_UNWRITABLE`.
 */
export const writeReports = async (
  report: Report,
  files: readonly ReportFile[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  for (const { format, file } of files)
    await writing(file, async () => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, (writers[format] as (report: Report) => string)(report));
    });
  const summary = environment.GITHUB_STEP_SUMMARY;
  if (summary) await writing(summary, () => appendFile(summary, `${toMarkdown(report, maxSummaryRows)}\n`));
};

const writing = async (file: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    throw configError(
      'VIV_REPORT_UNWRITABLE',
      `cannot write the report ${file}: ${(error as Error).message}`,
      'Name a file in a folder that can be written to.',
    );
  }
};
