/** The door of the part: items that pass through states as time goes by. */
export { createLifecycles, lifecyclesPart } from './follow-lifecycles.ts';
export { listUnderway, nextStepOf } from './progress.ts';
