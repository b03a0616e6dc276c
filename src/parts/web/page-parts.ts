/** The code for documents of several files and for Overlays, as one chunk: most documents need neither. */
export { createLocate } from '../../openapi/load/locate-value.ts';
export { parseSource } from '../../openapi/load/parse-source.ts';
export { bundleFiles, readFiles } from '../bundle/index.ts';
export { applyOverlays, readOverlay } from '../overlays/overlay.ts';
