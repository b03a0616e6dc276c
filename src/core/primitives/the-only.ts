/** The only element that fits; undefined if there is none, or if there are others. Of many that fit, two are tested. */
export const theOnly = <Element>(
  elements: readonly Element[],
  fits: (element: Element) => boolean = () => true,
): Element | undefined => {
  const first = elements.findIndex(fits);
  return first === elements.findLastIndex(fits) ? elements[first] : undefined;
};
