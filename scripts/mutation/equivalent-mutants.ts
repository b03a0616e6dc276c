/** Mutants that change nothing that a client could notice, with the reason. */
interface EquivalentMutant {
  readonly file: string;
  /** The text that is changed. */
  readonly original: string;
  /** All mutants of the text if it is missing. */
  readonly replacement?: string;
  /** A part of the text's first line, if the same text is elsewhere in the file. */
  readonly line?: string;
  readonly reason: string;
}

const shortcut = 'A shortcut: without it the same result takes longer.';
const seed = 'It only makes the seed of random data differ from other seeds.';

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
  ...(
    [
      ['select-faults.ts', 'state.active.length === 0 && preferences === noPreferences'],
      ['select-faults.ts', 'state.active.length === 0'],
      ['select-faults.ts', 'preferences === noPreferences'],
      ['simulate.ts', 'responseViolations.length === 0'],
      ['simulate.ts', 'bodyFaults.length === 0'],
      ['simulate.ts', 'write === undefined'],
      ['simulate.ts', 'faults === noFaults'],
    ] as const
  ).map(([file, original]) => ({
    file: `src/core/simulate/${file}`,
    original,
    replacement: 'false',
    reason: shortcut,
  })),
  {
    file: 'src/core/simulate/simulate.ts',
    original: 'altered.fired.length === 0',
    replacement: 'false',
    line: 'faults:',
    reason: shortcut,
  },
  { file: 'src/core/simulate/select-faults.ts', original: "'place'", reason: seed },
  { file: 'src/core/simulate/select-faults.ts', original: "'latency'", replacement: "''", reason: seed },
  { file: 'src/core/simulate/select-faults.ts', original: "''", reason: seed },
  {
    file: 'src/core/simulate/simulate.ts',
    original: "''",
    line: 'base: context.apiPath?.base',
    reason: 'Only used for an operation, whose path is always below a base path.',
  },
];
