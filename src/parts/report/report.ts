/** The result of a command that judges, for every report format. All texts are raw: each format escapes them. */
import type { JsonObject } from '../../core/primitives/json.ts';

export interface Report {
  readonly title: string;
  readonly passed: boolean;
  /** The outcome in sentences, the most important first. */
  readonly summary: readonly string[];
  readonly sections: readonly ReportSection[];
  /** The result for programs. */
  readonly json: JsonObject;
}

export interface ReportSection {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  /** Shown below the rows, or in place of them. */
  readonly remark?: string | undefined;
}

export interface ReportRow {
  /** `listed`: shown, but not judged. */
  readonly outcome: 'passed' | 'failed' | 'listed';
  /** Identifies the row in its section, also in later runs. */
  readonly name: string;
  /** A sentence that needs no columns around it. */
  readonly message: string;
  /** There are as many cells as the section has columns. */
  readonly cells: readonly string[];
  /** Lines of plain text, such as a command that repeats the request. */
  readonly details?: readonly string[] | undefined;
}

export const failedRows = ({ sections }: Report): readonly ReportRow[] =>
  sections.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome === 'failed'));
