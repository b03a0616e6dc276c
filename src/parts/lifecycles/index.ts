/** The door of the part: items that pass through states as time goes by. */
export { createLifecycles } from './follow-lifecycles.ts';
