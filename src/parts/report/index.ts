/** The light door of the part: a report as data, and texts that control neither a terminal nor a runner. */

export { formatAnnotation, toAnnotations, withoutCommands } from './annotations.ts';
export { escapeHidden, hidden, withoutHidden } from './hidden-text.ts';
export type { Report, ReportRow, ReportSection } from './report.ts';
