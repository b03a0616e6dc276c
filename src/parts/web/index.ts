/** Vivarium in a browser: `vivarium/browser`. */
export { ConfigError, type ConfigProblem, type ConfigProblemCode } from '../../core/primitives/config-error.ts';
export type { BrowserVivarium, BrowserVivariumOptions, SavedWorlds, WorldStorage } from './api.ts';
export { createVivarium } from './create-vivarium.ts';
