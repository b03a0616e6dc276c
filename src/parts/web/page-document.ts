/** The code for every document, as one chunk: a page that has none yet does not load it. */
export { compileService } from '../../openapi/compile.ts';
export { settleScalars, settleVersion } from '../../openapi/document/written-scalars.ts';
export { parseText } from '../../openapi/load/parse-document.ts';
