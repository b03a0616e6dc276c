/** The code for documents of several files and for Overlays, as one chunk: most documents need neither. */
export { bundleFiles } from '../../openapi/load/bundle.ts';
export { readFiles } from '../../openapi/load/files.ts';
export { createLocate } from '../../openapi/load/locate-value.ts';
export { parseSource } from '../../openapi/load/parse-source.ts';
export { applyOverlays, readOverlay } from '../overlays/overlay.ts';
