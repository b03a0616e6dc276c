/** The heavy door of the part: a report as text, `--report` with its files, and GitHub's step summary. */
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type OptionNames,
  optionInvalid,
  type ProblemPlace,
  reportUnwritable,
} from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { toHtml } from './html.ts';
import { toJunit } from './junit.ts';
import { toMarkdown } from './markdown.ts';
import type { Report } from './report.ts';

export { toText } from './text.ts';

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
  /** Where the configuration file names it. */
  readonly placeOf?: (() => ProblemPlace | undefined) | undefined;
}

/** Reads `junit=FILE`; several are separated by commas. */
export const readReportFiles = (
  texts: readonly string[],
  { nameOf, placeOf }: OptionNames = { nameOf: (name) => `--${name}` },
): readonly ReportFile[] =>
  texts.flatMap((text, index) =>
    text.split(',').map((part) => {
      const [, format = '', file = ''] = /^\s*([^=]*)=(.*\S)\s*$/.exec(part) ?? [];
      const place = placeOf && (() => placeOf('report', index));
      if (Object.hasOwn(writers, format) && file !== '') return { format, file, placeOf: place };
      throw optionInvalid({
        message: `${nameOf('report')} must be FORMAT=FILE, not "${part}"`,
        hint: suggest(format, 'formats', Object.keys(writers)),
        ...place?.(),
      });
    }),
  );

/** @throws ConfigError for a format that does not exist. */
export const reportFile = (format: string, file: string): ReportFile => {
  if (Object.hasOwn(writers, format)) return { format, file };
  throw optionInvalid(`there is no format "${format}" of a report`, suggest(format, 'formats', Object.keys(writers)));
};

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
  for (const { format, ...target } of files) {
    const { file } = target;
    await writing(target, async () => {
      await makeFolder(dirname(file));
      await writeFile(file, (writers[format] as (report: Report) => string)(report));
    });
  }
  const summary = environment.GITHUB_STEP_SUMMARY;
  if (summary) await writing({ file: summary }, () => appendFile(summary, `${toMarkdown(report, maxSummaryRows)}\n`));
};

const writing = async ({ file, placeOf }: Omit<ReportFile, 'format'>, write: () => Promise<void>) => {
  try {
    await write();
  } catch (error) {
    throw reportUnwritable({
      message: `cannot write the report ${file}: ${(error as Error).message}`,
      hint: 'Name a file in a folder that can be written to.',
      ...placeOf?.(),
    });
  }
};
