/** The largest parts of one schema that are used. Documents of real services stay far below. */

/** Schemas in one `allOf`, `anyOf` or `oneOf`. Each is compiled for every operation that contains them. */
export const maxBranches = 2000;

/** Names in one `required`. A generated value has no more properties either. */
export const maxRequired = 10_000;

/** The reason why a list of the document is not used as it is, for its problem. `what`: what the list has. */
export const tooMany = (keyword: string, count: number, max: number, what: string): string =>
  `${keyword} has ${count.toLocaleString('en')} ${what}, more than ${max.toLocaleString('en')}`;
