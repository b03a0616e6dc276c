/** Bodies that a document leaves out: as its examples or its requests are. */
import { withExampleBodies, withUnstatedBodies } from './unstated-bodies.ts';

export { createAround } from './around-lists.ts';
export { otherTypes } from './other-types.ts';

/** Applied in this order. */
export const withBodies = [withExampleBodies, withUnstatedBodies] as const;
