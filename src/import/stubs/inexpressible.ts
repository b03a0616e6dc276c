/** A part of a source that no fault can express. */
export class Inexpressible extends Error {}
