/** Prints a report, writes its files, and determines the exit code. */
import { maxShownRows } from '../../core/primitives/units.ts';
import { type Report, toAnnotations } from '../../parts/report/index.ts';
import { type ReportFile, toText, writeReports } from '../../parts/report/report-files.ts';
import { exitCodes } from './exit-codes.ts';
import { paint, paintError, printable } from './paint.ts';

export interface PrintOptions {
  readonly files: readonly ReportFile[];
  /** Where annotations of GitHub go. */
  readonly annotations: NodeJS.WriteStream;
  /** Default: as text, to standard output. */
  readonly print?: ((report: Report) => void) | undefined;
  readonly isJudged: boolean;
}

export const printReport = async (
  report: Report,
  { files, annotations, print = printAsText(process.stdout), isJudged }: PrintOptions,
): Promise<number> => {
  print(report);
  if (!report.passed)
    for (const line of report.summary) process.stderr.write(`${paintError('red', printable(line))}\n`);
  if (process.env.GITHUB_ACTIONS === 'true') for (const line of toAnnotations(report)) annotations.write(`${line}\n`);
  await writeReports(report, files);
  if (!isJudged) return exitCodes.bad;
  return report.passed ? exitCodes.fine : exitCodes.findings;
};

export const printAsText =
  (stream: NodeJS.WriteStream) =>
  (report: Report): void => {
    const dim = (text: string): string => paint('dim', text);
    const bad = (text: string): string => paint('red', text);
    stream.write(`${toText(report, { dim, bad, printable, maxRows: maxShownRows })}\n`);
    if (report.passed) for (const line of report.summary) stream.write(`${paint('green', printable(line))}\n`);
  };
