/** Mutants that change nothing that a client could notice, with the reason. */
interface EquivalentMutant {
  readonly file: string;
  /** The text that is changed. */
  readonly original: string;
  /** All mutants of the text if it is missing. */
  readonly replacement?: string;
  readonly reason: string;
}

const shortcut = 'A shortcut: without it the same result takes longer.';

export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'src/openapi/resources/bind/request-properties.ts',
    original: 'left === right',
    replacement: 'false',
    reason: shortcut,
  },
  {
    file: 'src/openapi/resources/bind/request-properties.ts',
    original: 'left.$ref === right.$ref',
    replacement: 'false',
    reason: shortcut,
  },
  {
    file: 'src/openapi/resources/describe/item-schema.ts',
    original: 'known.set(key, found);',
    reason: shortcut,
  },
  { file: 'src/core/http/path.ts', original: 'plainPath.test(path)', replacement: 'false', reason: shortcut },
  { file: 'src/core/http/http.ts', original: "!text.includes('%')", replacement: 'false', reason: shortcut },
  { file: 'src/core/http/media-type.ts', original: "accept === '*/*'", replacement: 'false', reason: shortcut },
  { file: 'src/core/resources/list-items.ts', original: 'source !== ofParents', replacement: 'true', reason: shortcut },
  {
    file: 'src/core/resources/list-items.ts',
    original: 'orders.size > maxSortOrders',
    replacement: 'false',
    reason: shortcut,
  },
  { file: 'src/core/resources/list-items.ts', original: 'sizeOf(candidates) < sizeOf(source)', reason: shortcut },
  { file: 'src/core/resources/list-items.ts', original: 'tests.length === 0', replacement: 'false', reason: shortcut },
  {
    file: 'src/core/response/item-memo.ts',
    original: 'memo.text === undefined',
    replacement: 'true',
    reason: shortcut,
  },
  { file: 'src/core/response/item-memo.ts', original: 'memo.checkedBy = check;', reason: shortcut },
  { file: 'src/core/primitives/json.ts', original: 'text.length <= limit', replacement: 'false', reason: shortcut },
];
