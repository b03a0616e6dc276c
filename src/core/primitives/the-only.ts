/** The element of a list that has one; undefined if there is none, or if there are others. */
export const theOnly = <Element>(elements: readonly Element[]): Element | undefined =>
  elements.length === 1 ? elements[0] : undefined;
