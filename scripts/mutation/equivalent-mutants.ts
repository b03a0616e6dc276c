/** Mutants that change nothing that a client could notice, with the reason. */
export interface EquivalentMutant {
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
const bound = 'A limit of the work, which a client only notices as time.';
const rarelyEqual = 'A random number is never exactly at the limit, and both halves are as likely.';
const seed = 'It only makes the seed of random data differ from other seeds.';

type Shortcut = string | readonly [original: string, replacement: string, line?: string];

/** The core's shortcuts, by file: their conditions may be false, or as given. */
const shortcuts: Readonly<Record<string, readonly Shortcut[]>> = {
  'primitives/did-you-mean.ts': [
    'Math.abs(known.length - typed.length) >= least',
    ['Math.abs(known.length - typed.length) >= least', '(Math.abs(known.length - typed.length)) > (least)'],
  ],
  'primitives/json.ts': [
    '!(first >= 0x30 && first <= 0x39)',
    ['first >= 0x30 && first <= 0x39', 'true'],
    ['first >= 0x30 && first <= 0x39', '(first >= 0x30) || (first <= 0x39)'],
    ['first >= 0x30', 'true'],
    ['first <= 0x39', 'true'],
    ['text.length <= limit', '(text.length) < (limit)'],
    ['mayBeUnsafeJson(text)', 'true'],
  ],
  'primitives/sorted-map.ts': [
    ['index < 0', 'false', 'return undefined'],
    ['index < 0', 'false', 'return rank'],
    ...['map.root === other.root', 'node.keys[index] === first', 'lastKey <= key'],
    ['lastKey <= key', '(lastKey) < (key)'],
    ['high - 1', '(high) + (1)', 'const lastKey'],
    ['skip >= child.size', '(skip) > (child.size)'],
    ['slice.length < limit', '(slice.length) <= (limit)'],
    ['slice.length < limit', 'true'],
  ],
  'primitives/wildcard.ts': ['star === pattern.length - 1', ['pattern.length - 1', '(pattern.length) + (1)']],
  'response/envelope.ts': ['known === body'],
  'response/executable-content.ts': [
    ["mediaType !== 'application/json'", 'true'],
    ["'application/json'", "''"],
  ],
  'response/render-item.ts': ['value === projected.value', 'path.length === 0', 'value[name] === true'],
  'simulate/forced-status.ts': [['content?.mediaType === shape.mediaType', 'true']],
  'response/render-list.ts': ['path.length === 0', ['check === undefined', 'true', 'problems: check']],
  'response/addresses.ts': [
    ["successorPath.includes('{')", 'true'],
    ["'{'", "''"],
  ],
  'response/reflect-request.ts': [
    ['.filter((name) => target[name] !== source[name])', '', 'const wanted'],
    ['target[name] !== source[name]', 'true', 'const wanted'],
    ['.filter((name) => item[name] !== source[name])', ''],
    ['item[name] !== source[name]', 'true'],
    ['merged[name] !== source[name]', 'true'],
    ...['wanted.length === 0', 'rest.length === 0', 'parents.length === 0'],
  ],
  'response/response-headers.ts': ['headers.length === 0'],
  'response/write-response.ts': [
    'body === draft.body?.written?.text',
    'violations.length === 0',
    'draft.headers.length === 0',
    'isPlain',
  ],
  'service/names.ts': ['pattern === name'],
  'service/router.ts': ['names.length === 0', "shape === '{}'", ["'{}'", "''", "shape === '{}'"]],
  'state/item-memo.ts': [['memo.checkedBy !== check', 'true']],
  'state/projection.ts': ['value === item.value'],
  'service/secret-facts.ts': [['/[-_\\s]/.test(lower)', 'true']],
};

/** Other equivalent mutants of the core. */
const others: readonly (readonly [file: string, original: string, replacement: string, reason: string])[] = [
  ...(
    [
      ['base64.ts', 'offset < bytes.length', '(offset) <= (bytes.length)'],
      ['json.ts', 'index < text.length', '(index) <= (text.length)'],
      ['words.ts', 'shared < lower.length', '(shared) <= (lower.length)'],
      ['sorted-map.ts', 'from < keys.length', '(from) <= (keys.length)'],
      ['sorted-map.ts', 'from < level.length', '(from) <= (level.length)'],
    ] as const
  ).map(([file, ...change]) => [`primitives/${file}`, ...change, 'There is nothing after the last one.'] as const),
  [
    'primitives/json.ts',
    '/, (?:\\.\\.\\.)?".*is not valid JSON$/s',
    '/, (?:\\.\\.\\.)?".*is not valid JSON/s',
    'The words are at the end of each message with an excerpt.',
  ],
  ['primitives/json.ts', "name === '__proto__'", 'true', 'An assignment is only the shorter way.'],
  [
    'primitives/json-patch.ts',
    'draft.copiesLeft <= 0',
    '(draft.copiesLeft) < (0)',
    'A limit, which need not be exact.',
  ],
  [
    'primitives/json.ts',
    '/^\\d{4}-\\d{2}-\\d{2}(?:(?<separator>[Tt ])\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?<zone>[Zz]|[+-]\\d{2}:?\\d{2})?)?$/',
    '/^\\d{4}-\\d{2}-\\d{2}(?:(?<separator>[Tt ])\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?<zone>[Zz]|[+-]\\d{2}:?\\d{2})?)?/',
    'No date with more text behind it can be parsed.',
  ],
  ['response/render-item.ts', 'true', 'false', 'The flags of a success are set afterwards.'],
  ...(
    [
      ["segment.includes('{')", 'true'],
      ["'{'", "''"],
    ] as const
  ).map(
    (change) => ['service/service.ts', ...change, 'No literal part is as long as the segment that it is in.'] as const,
  ),
  ['service/service.ts', 'order > 0', '(order) >= (0)', 'They differ.'],
  ['service/router.ts', "path[start] === '/'", 'true', 'It is the index of a slash.'],
  ['handlers/run-handler.ts', "'handler'", "''", seed],
  ['response/render-list.ts', "''", "'mutated'", 'A list without a collection has no projection.'],
  ['response/cors.ts', "''", "'mutated'", 'No operation has such a method either.'],
  ['response/page-metadata.ts', 'return undefined;', '', 'It is the last case, and returns nothing.'],
  ['service/check.ts', "'not-evaluated'", "''", 'It is only compared with itself.'],
  ['primitives/units.ts', 'entry[1] > best[1]', '(entry[1]) >= (best[1])', 'No two units are equal.'],
  ['primitives/json.ts', 'toUpperCase', 'toLowerCase', 'V8 reads both; the standard requires upper case.'],
];

export const equivalentMutants: readonly EquivalentMutant[] = [
  ...Object.entries(shortcuts).flatMap(([file, changes]) =>
    changes.map((change) => {
      const [original, replacement, line] = typeof change === 'string' ? [change, 'false'] : change;
      return { file: `src/core/${file}`, original, replacement, ...(line !== undefined && { line }), reason: shortcut };
    }),
  ),
  {
    file: 'src/core/primitives/json.ts',
    original: "''",
    line: 'is not valid JSON$',
    reason: 'A part of a message.',
  },
  {
    file: 'src/core/response/write-response.ts',
    original: "''",
    line: 'return',
    reason: 'No browser executes such a media type either.',
  },
  ...others.map(([file, original, replacement, reason]) => ({
    file: `src/core/${file}`,
    original,
    replacement,
    reason,
  })),
  { file: 'src/core/http/http.ts', original: 'plainPath.test(path)', replacement: 'false', reason: shortcut },
  { file: 'src/core/http/http.ts', original: "!text.includes('%')", replacement: 'false', reason: shortcut },
  { file: 'src/core/http/http.ts', original: "accept === '*/*'", replacement: 'false', reason: shortcut },
  { file: 'src/core/resources/list-items.ts', original: 'source !== ofParents', replacement: 'true', reason: shortcut },
  { file: 'src/core/resources/list-items.ts', original: 'sizeOf(candidates) < sizeOf(source)', reason: shortcut },
  { file: 'src/core/resources/list-items.ts', original: "''", line: 'request.query', reason: shortcut },
  ...['true', '(sizeOf(group)) >= (0)'].map((replacement) => ({
    file: 'src/core/resources/list-items.ts',
    original: 'sizeOf(group) > 0',
    replacement,
    reason: shortcut,
  })),
  ...['name === parentIndex || !collection.indexes.has(name)', 'name === parentIndex'].map((original) => ({
    file: 'src/core/handlers/handler-collection.ts',
    original,
    replacement: 'true',
    reason: shortcut,
  })),
  { file: 'src/core/http/http.ts', original: 'milliseconds / 1000', reason: shortcut },
  { file: 'src/core/http/http.ts', original: 'lastSecond = second;', reason: shortcut },
  {
    file: 'src/core/service/service.ts',
    original: "''",
    line: 'routeRequest(service',
    reason: 'No operation has such a method either.',
  },
  {
    file: 'src/core/service/router.ts',
    original: 'slash < 0',
    replacement: '(slash) <= (0)',
    reason: 'The slash is behind the first one.',
  },
  ...[
    ['preferences.steps.length > 0', 'true'],
    ['preferences.steps.length > 0', '(preferences.steps.length) >= (0)'],
    ['faults.steps.length > 0', 'true'],
    ['faults.steps.length > 0', '(faults.steps.length) >= (0)'],
    ['headers === draft.headers && body === draft.body', 'false'],
    ['headers === draft.headers', 'false'],
    ['body === draft.body', 'false'],
  ].map(([original, replacement]) => ({
    file: 'src/core/simulate/simulate.ts',
    original: original as string,
    replacement: replacement as string,
    reason: shortcut,
  })),
  {
    file: 'src/core/handlers/handler-collection.ts',
    original: 'this.#parents.length < this.#spec.parents.length',
    replacement: 'false',
    reason: 'With some of the parents, no parent is found either.',
  },
  { file: 'src/core/resources/list-items.ts', original: 'tests.length === 0', replacement: 'false', reason: shortcut },
  {
    file: 'src/core/state/item-memo.ts',
    original: 'memo.text === undefined',
    replacement: 'true',
    reason: shortcut,
  },
  { file: 'src/core/state/item-memo.ts', original: 'memo.checkedBy = check;', reason: shortcut },
  { file: 'src/core/primitives/json.ts', original: 'text.length <= limit', replacement: 'false', reason: shortcut },
  ...(
    [
      ['select-faults.ts', 'preferences === noPreferences'],
      ['simulate.ts', 'responseViolations.length === 0'],
      ['simulate.ts', 'write === undefined'],
    ] as const
  ).map(([file, original]) => ({
    file: `src/core/simulate/${file}`,
    original,
    replacement: 'false',
    reason: shortcut,
  })),
  { file: 'src/core/simulate/select-faults.ts', original: "'place'", reason: seed },
  { file: 'src/core/simulate/select-faults.ts', original: "''", reason: seed },
  {
    file: 'src/core/response/addresses.ts',
    original: "''",
    line: 'apiPath?.base',
    reason: 'Only used for an operation, whose path is always below a base path.',
  },
  { file: 'src/core/http/http.ts', original: "'*/*'", line: 'accept ===', reason: shortcut },
  { file: 'src/core/http/http.ts', original: "'%'", reason: shortcut },
  {
    file: 'src/core/http/http.ts',
    original: 'base.length > best.length',
    replacement: '(base.length) >= (best.length)',
    reason: 'Two base paths of the same length above the same path are the same.',
  },
  ...['400', '500'].map((status) => ({
    file: 'src/core/http/status-text.ts',
    original: `status >= ${status}`,
    replacement: `(status) > (${status})`,
    reason: 'This status has a phrase of its own.',
  })),
  {
    file: 'src/core/state/collection.ts',
    original: "'$parent'",
    reason: 'Only collections use the name of this index.',
  },
  ...['left.key < right.key', 'BigInt(count) > highestUsed', 'used > highest', 'id < collection.lowestFreeId'].map(
    (original) => ({
      file: 'src/core/state/collection.ts',
      original,
      replacement: original.replace(/(.*) ([<>]) (.*)/, '($1) $2= ($3)'),
      reason: 'Equal values give the same result.',
    }),
  ),
  ...[
    ['parents.length > 0', 'true'],
    ['parents.length > 0', '(parents.length) >= (0)'],
    ['parents.length === 0', 'false'],
    ['before === undefined', 'true'],
    ['highestId < highestSafeId', undefined],
    ['collection.indexes.size === 0', 'false'],
    ['oldText !== newText', 'true'],
    ["spec.kind === 'singleton'", 'false'],
  ].map(([original, replacement]) => ({
    file: 'src/core/state/collection.ts',
    original: original as string,
    ...(replacement !== undefined && { replacement }),
    ...(original === 'before === undefined' && { line: 'const orders' }),
    reason: shortcut,
  })),
  { file: 'src/core/request/read-input.ts', original: 'found.length === 0', replacement: 'false', reason: shortcut },
  {
    file: 'src/core/http/http.ts',
    original: 'return undefined;',
    replacement: '',
    reason: 'A function returns undefined anyway at its end.',
  },
  {
    file: 'src/core/request/authenticate.ts',
    original: '{\n    return undefined;\n  }',
    reason: 'A function returns undefined anyway at its end.',
  },
  ...[
    'spec.parents.length === 0 && (spec.idProperty !== undefined || isSingle(spec))',
    'spec.parents.length === 0',
    'spec.idProperty !== undefined || isSingle(spec)',
    'spec.idProperty !== undefined',
  ].map((original) => ({
    file: 'src/core/state/item-key.ts',
    original,
    line: 'isSingle(spec))) return value;',
    replacement: 'false',
    reason: shortcut,
  })),
  {
    file: 'src/core/state/item-key.ts',
    original: 'spec.idProperty !== undefined || isSingle(spec)',
    replacement: '(spec.idProperty !== undefined) && (isSingle(spec))',
    reason: shortcut,
  },
  { file: 'src/core/http/http.ts', original: '[]', line: "split(';')", reason: 'A text without `=` is no cookie.' },
  { file: 'src/core/faults/contract-fault.ts', original: "'places'", reason: seed },
  {
    file: 'src/core/faults/contract-fault.ts',
    original: 'others.length === 0',
    replacement: 'false',
    reason: shortcut,
  },
  { file: 'src/core/faults/contract-fault.ts', original: "'name'", reason: seed },
  {
    file: 'src/core/faults/contract-fault.ts',
    original: "'text'",
    reason: 'Any text is of the wrong type.',
  },
  ...['const none', 'breakages: [breakage]'].map((line) => ({
    file: 'src/core/faults/contract-fault.ts',
    original: 'true',
    line,
    reason: 'All violations of this kind are preferred, or there are none.',
  })),
  {
    file: 'src/core/faults/contract-fault.ts',
    original: 'length / [...filler].length',
    reason: 'The text is cut to its length afterwards.',
  },
  ...['randomOf(seed)', 'randomOf(seedFrom(seed, nodePointer(node)))'].flatMap((original) =>
    ['<=', '>='].map((comparison) => ({
      file: original === 'randomOf(seed)' ? 'src/core/faults/contract-fault.ts' : 'src/core/faults/extreme.ts',
      original: `${original} < 0.5`,
      replacement: `(${original}) ${comparison} (0.5)`,
      reason: rarelyEqual,
    })),
  ),
  {
    file: 'src/core/faults/conditions.ts',
    original: "randomOf(seedFrom(worldSeed, operation ?? '', fault.name, call)) < chance",
    replacement: "(randomOf(seedFrom(worldSeed, operation ?? '', fault.name, call))) <= (chance)",
    reason: rarelyEqual,
  },
  { file: 'src/core/faults/conditions.ts', original: "''", line: 'seedFrom', reason: seed },
  {
    file: 'src/core/faults/effects.ts',
    original: 'latency.medianMs * Math.exp(sigma * standardNormal(seed))',
    reason: 'The distribution is symmetrical.',
  },
  ...['round < maxChecks', 'round++'].map((original) => ({
    file: 'src/core/faults/extreme.ts',
    original,
    reason: bound,
  })),
  ...['true', '(rejected.size) >= (0)'].map((replacement) => ({
    file: 'src/core/faults/extreme.ts',
    original: 'rejected.size > 0',
    replacement,
    reason: shortcut,
  })),
  { file: 'src/core/faults/extreme.ts', original: "''", line: 'remaining -=', reason: bound },
  {
    file: 'src/core/faults/extreme.ts',
    original: 'facts.values !== undefined',
    replacement: 'false',
    reason: shortcut,
  },
  ...[
    ['depth >= maxJsonDepth', '(depth) > (maxJsonDepth)'],
    ['depth >= maxJsonDepth', 'false'],
    ['depth + 1', undefined],
    ['tokens.length <= max', '(tokens.length) < (max)'],
    ['tokens.length - 1', undefined],
  ].map(([original, replacement]) => ({
    file: 'src/core/faults/json-node.ts',
    original: original as string,
    ...(replacement !== undefined && { replacement }),
    reason: 'Only for values that are too deep to be read, and for errors of rounding.',
  })),
  ...[
    ['patterns.length === 0', 'false'],
    ['format === undefined', 'false'],
    ['.slice(0, 2)', ''],
    ['pattern.test(proposal) === true', 'true'],
    ['.filter((length) => length < target)', ''],
    ['length < target', 'true'],
    ['length < target', '(length) <= (target)'],
    ['every', 'some'],
  ].map(([original, replacement]) => ({
    file: 'src/core/faults/extreme.ts',
    original: original as string,
    replacement: replacement as string,
    reason: 'Other proposals are rejected by the check, or are only tried if the first ones are rejected.',
  })),
  // An index, or the items of the parents, only make the search faster.
  ...[
    ['condition !== applied', 'true'],
    ['terms.length > 0', 'true'],
    ['terms.length > 0', '(terms.length) >= (0)'],
    ['isTotalNeeded', 'true'],
    ["binding.paging?.style === 'cursor' || needsTotal(binding)", 'true'],
    ["binding.paging?.style === 'cursor'", 'true'],
    ['others.length > 0', '(others.length) >= (0)'],
    ['sizeOf(candidates) < sizeOf(source) || (source === collection.items && applied === undefined)', undefined],
    ['source === collection.items && applied === undefined', undefined],
    ['source === collection.items', undefined],
    ['applied === undefined', undefined],
    ['isSmaller', undefined],
  ].map(([original, replacement]) => ({
    file: 'src/core/resources/list-items.ts',
    original: original as string,
    ...(replacement !== undefined && { replacement }),
    reason: shortcut,
  })),
  {
    file: 'src/core/resources/list-items.ts',
    original: 'requested.end - requested.start',
    reason: 'A list with cursors has no other start: the start is 0.',
  },
  ...[
    ['start === 0', 'false'],
    ['before === 0', 'false'],
  ].map(([original, replacement]) => ({
    file: 'src/core/resources/page.ts',
    original: original as string,
    replacement: replacement as string,
    reason: shortcut,
  })),
  // The patterns match any text from its start to its end, and no property has an empty name.
  ...['/^\\s*([+-]?)(.*)$/s', "''", '[]'].map((original) => ({
    file: 'src/core/resources/sort.ts',
    original,
    line: 'exec(',
    reason: 'Makes no difference for a text that is not the name of a property.',
  })),
  {
    file: 'src/core/resources/sort.ts',
    original: '/^(.+?)(asc|desc)(?:ending)?\\s*$/is',
    replacement: '/(.+?)(asc|desc)(?:ending)?\\s*$/is',
    reason: 'The pattern matches from the start of a text anyway.',
  },
  {
    file: 'src/core/resources/page.ts',
    original: '/^[\\w-]+$/',
    replacement: '/[\\w-]+$/',
    reason: 'The decoder rejects other characters.',
  },
  ...[["spec.kind === 'singleton'", 'false']].map(([original, replacement]) => ({
    file: 'src/core/resources/create-item.ts',
    original: original as string,
    replacement: replacement as string,
    reason: shortcut,
  })),
  { file: 'src/core/resources/create-item.ts', original: 'highestId + 1n', reason: seed },
  ...[
    ['count <= maxTries', '(count) < (maxTries)'],
    ['id < start + maxTries', '(id) <= (start + maxTries)'],
  ].map(([original, replacement]) => ({
    file: 'src/core/resources/create-item.ts',
    original: original as string,
    replacement: replacement as string,
    reason: bound,
  })),
  {
    file: 'src/core/resources/target.ts',
    original: 'path.length === 0',
    replacement: 'false',
    reason: 'A collection in another one has parents in its path.',
  },
  {
    file: 'src/core/resources/change-item.ts',
    original: 'problems.length === 0',
    replacement: 'false',
    reason: shortcut,
  },
  {
    file: 'src/core/resources/item-steps.ts',
    original: 'Object.hasOwn(value, name)',
    replacement: 'undefined',
    line: 'isComplete',
    reason: shortcut,
  },
  ...[
    'isComplete && checkOnce(item.memo, value, spec.checkValue, fitting).length === 0',
    'checkOnce(item.memo, value, spec.checkValue, fitting).length === 0',
    'shown === item.value',
    'value === item.value',
  ].map((original) => ({
    file: 'src/core/resources/item-steps.ts',
    original,
    replacement: 'false',
    reason: shortcut,
  })),
  {
    file: 'src/core/resources/item-steps.ts',
    original: 'shown[name] !== item.value[name]',
    replacement: 'true',
    reason: shortcut,
  },
  {
    file: 'src/openapi/resources/bind/find-envelopes.ts',
    original: "''",
    line: "noun: ''",
    reason: 'Only cursors are read, whose names contain no noun.',
  },
  {
    file: 'src/openapi/resources/bind/request-mapping.ts',
    original: 'unknown.length === 0',
    replacement: 'false',
    reason: shortcut,
  },
  {
    file: 'src/openapi/resources/describe/item-schema.ts',
    original: '[]',
    line: 'examples = []',
    reason: 'Only numbers are compared.',
  },
  {
    file: 'src/openapi/resources/bind/item-ids.ts',
    original: 'parameter !== undefined && decodesIntegers(parameter)',
    replacement: 'false',
    reason: shortcut,
  },
  { file: 'src/openapi/resources/bind/item-ids.ts', original: "'7'", reason: shortcut },
  ...["decoded !== undefined && 'value' in decoded && decoded.value === 7", 'decoded.value === 7'].map((original) => ({
    file: 'src/openapi/resources/bind/item-ids.ts',
    original,
    replacement: 'false',
    reason: shortcut,
  })),
  {
    file: 'src/openapi/resources/bind/item-ids.ts',
    original: "''",
    line: "rawQuery: ''",
    reason: 'A parameter of the path is not read from the query.',
  },
  {
    file: 'src/openapi/resources/bind/item-ids.ts',
    original: '[]',
    line: 'const examples = firstOf(parts',
    reason: 'A text that is not an integer makes no ids integers, as no examples do.',
  },
  {
    file: 'src/core/resources/item-steps.ts',
    original: 'getProperty(value, name) === id',
    replacement: 'false',
    reason: shortcut,
  },
  ...['attempt === 0', '[]'].map((original) => ({
    file: 'src/core/resources/create-item.ts',
    original,
    line: 'attempt === 0',
    reason: seed,
  })),
  {
    file: 'src/core/resources/create-item.ts',
    original: 'digits >= number.length',
    replacement: '(digits) > (number.length)',
    reason: 'Both texts are the same if all digits are replaced.',
  },
  { file: 'src/core/faults/extreme.ts', original: "''", line: 'format ??', reason: 'No format has this name.' },
  {
    file: 'src/core/faults/extreme.ts',
    original: '[]',
    line: 'countPoints(first)',
    reason: 'The check rejects a text that is not one of the values.',
  },
  ...[
    ["''", "'mutated'"],
    ['left < right', '(left) <= (right)'],
    ['limit < 0n', '(limit) <= (0n)'],
    ['Number.isSafeInteger(Number(value))', 'false'],
    ["typeof nearest === 'number'", 'false'],
  ].map(([original, replacement]) => ({
    file: 'src/core/faults/number-bounds.ts',
    original: original as string,
    replacement: replacement as string,
    reason: 'The same number: in another type, of two equal ones, or after the first that is rejected.',
  })),
  {
    file: 'src/scenario/data/check-items.ts',
    original: '[]',
    line: 'const parentProperties',
    reason: 'No property has this name.',
  },
  {
    file: 'src/parts/resume/fit-document.ts',
    original: '[]',
    line: 'on.operation ?? []',
    reason: 'No operation has this name.',
  },
  {
    file: 'src/scenario/data/generate-items.ts',
    original: 'result === item',
    replacement: 'false',
    reason: shortcut,
  },
  { file: 'src/scenario/data/generate-items.ts', original: 'attempt++', reason: seed },
  {
    file: 'src/scenario/data/embedded-items.ts',
    original: 'found === undefined',
    replacement: 'false',
    reason: 'What is not found is no object.',
  },
  { file: 'src/scenario/data/referring-items.ts', original: "'.'", reason: seed },
  {
    file: 'src/scenario/data/referring-items.ts',
    original: 'budget.charge(Object.keys(item).length);',
    reason: bound,
  },
  {
    file: 'src/scenario/data/reference-targets.ts',
    original: "''",
    line: 'words.at(-1)',
    reason: 'A name of no words is no person, as no word is.',
  },
  {
    file: 'src/library/create-vivarium.ts',
    original: 'checked.handlers !== undefined',
    replacement: 'true',
    reason: 'Without handlers, none fails.',
  },
  ...['delivery.delayMs > 0 || !isPlain(delivery)', "request.method === 'HEAD'"].map((original) => ({
    file: 'src/world/fetch.ts',
    original,
    replacement: 'true',
    reason: shortcut,
  })),
  { file: 'src/world/fetch.ts', original: "'/.'", reason: shortcut },
  {
    file: 'src/world/fetch.ts',
    original: "method === 'HEAD'",
    replacement: "(method) !== ('HEAD')",
    line: 'isBodiless',
    reason: shortcut,
  },
  {
    file: 'src/world/world.ts',
    original: 'this.#draft === undefined',
    replacement: 'false',
    line: 'createEpoch',
    reason: 'Without one, the epoch is made when somebody asks for it.',
  },
  {
    file: 'src/scenario/file/parse-file.ts',
    original: 'plain !== undefined',
    replacement: 'false',
    reason: shortcut,
  },
  ...(
    [
      ['gate/gate-evidence.ts', 'violations.length > 0', '(violations.length) >= (0)'],
      ['gate/gate-evidence.ts', 'violations.length > 0', 'true'],
      ['evidence/exchange-record.ts', 'request.body === body', 'false'],
      ['evidence/exchange-record.ts', 'exchange.violations.length === 0', 'false'],
      ['evidence/redact.ts', "query === ''", 'false'],
      ['evidence/redact.ts', 'this.#known === undefined', 'true'],
      ['evidence/redact.ts', 'parts === sent', 'false'],
      ['underway.ts', 'this.#waits.size === 0', 'false'],
      ['underway.ts', 'this.#exchanges.length === 1', 'false'],
      ['underway.ts', '{\n      this.#exchanges.pop();\n      this.#ids.pop();\n      return true;\n    }', '{}'],
    ] as const
  ).map(([file, original, replacement]) => ({ file: `src/world/${file}`, original, replacement, reason: shortcut })),
  ...['left < right', 'left.path > right.path', 'left.method > right.method'].map((original) => ({
    file: 'src/world/evidence/coverage-report.ts',
    original,
    replacement: original.replace(/^(\S+) ([<>]) (\S+)$/, '($1) $2= ($3)'),
    reason: 'The two are never equal, or the same either way.',
  })),
  {
    file: 'src/server/control/request/select-items.ts',
    original: 'sort === undefined && q === undefined',
    replacement: 'false',
    reason: shortcut,
  },
  {
    file: 'src/server/control/routes/events-routes.ts',
    original: 'response.writableLength > maxWaitingBytes',
    replacement: '(response.writableLength) >= (maxWaitingBytes)',
    reason: 'A limit, which need not be exact.',
  },
  { file: 'src/server/edge/caller.ts', original: "''", line: "url = ''", reason: 'Each request of Node has a URL.' },
  { file: 'src/server/edge/edge.ts', original: "''", line: 'splitTarget(', reason: 'Each request of Node has a URL.' },
  {
    file: 'src/server/edge/select-world.ts',
    original: "''",
    line: 'prefixed.exec',
    reason: 'The expression matches every path that begins like a prefix.',
  },
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({
    file: 'src/world/fetch.ts',
    original: `'${method}'`,
    line: 'plainMethods',
    reason: shortcut,
  })),
];
