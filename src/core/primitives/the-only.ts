/** The only element that fits; undefined if there is none, or if there are others. It is searched from both ends, so two that fit are soon found. */
export const theOnly = <Element>(
  elements: readonly Element[],
  fits: (element: Element) => boolean = () => true,
): Element | undefined => {
  const first = elements.findIndex(fits);
  const last = first < 0 ? first : elements.findLastIndex((element, index) => index === first || fits(element));
  return first === last ? elements[first] : undefined;
};
