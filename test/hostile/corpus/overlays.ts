/** Overlays for a small document. Each is rejected with its place, or applied, in bounded time and memory. */
export interface HostileOverlay {
  readonly name: string;
  /** The list `actions`, as YAML. */
  readonly actions: string;
  /** In the message of the problem; undefined: applied without a problem. */
  readonly problem: RegExp | undefined;
}

const action = (target: string, update: string): string =>
  `- { target: ${JSON.stringify(target)}, update: ${update} }\n`;

export const hostileOverlays: readonly HostileOverlay[] = [
  {
    name: 'actions that multiply the document each time',
    // Few are too much: to select and to add a million values takes seconds.
    actions: Array.from({ length: 40 }, (_, at) => action('$..*', `{ a${at}: { b: [${'1,'.repeat(20)}1] } }`)).join(''),
    problem: /add more than 1000000 values/,
  },
  {
    name: 'one large update of many places',
    actions: action('$..*', `{ x: [${'1,'.repeat(2000)}1] }`),
    problem: /add more than 1000000 values/,
  },
  {
    name: 'one long text for many places',
    actions: action("$['x-many'][*]", `{ x: ${'a'.repeat(300_000)} }`),
    problem: /add more than 64000000 characters/,
  },
  {
    name: 'a target of descendants of descendants',
    actions: action('$..*..*..*..*', '{ a: 1 }'),
    problem: /selects more than 1000000 values|takes longer/,
  },
  {
    name: 'a match that backtracks',
    actions: action("$..[?match(@.long, '(a+)+b')]", '{ a: 1 }'),
    problem: /takes longer than 1 second to/,
  },
  {
    name: 'a match that is no pattern',
    actions: action("$..[?match(@.long, '(')]", '{ a: 1 }'),
    problem: /selects nothing|not a JSONPath/,
  },
  {
    name: 'a target of nested filters',
    actions: action(`$${'[?@'.repeat(300)}${']'.repeat(300)}`, '{ a: 1 }'),
    problem: /./,
  },
  {
    name: 'a target of many brackets',
    actions: action(`$${'['.repeat(20_000)}`, '{ a: 1 }'),
    problem: /not a JSONPath/,
  },
  { name: 'a target that is code', actions: action('$..[(process.exit(1))]', '{ a: 1 }'), problem: /not a JSONPath/ },
  {
    name: 'an index beyond all lists',
    actions: action('$[99999999999999999999]', '{ a: 1 }'),
    problem: /not a JSONPath|selects nothing/,
  },
  { name: 'a slice of a huge step', actions: action('$..[0:9007199254740991:1]', '{ a: 1 }'), problem: undefined },
  {
    name: 'an update of prototypes',
    actions: action('$', '{ __proto__: { polluted: 1 }, constructor: { prototype: { polluted: 1 } } }'),
    problem: undefined,
  },
  {
    name: 'the removal of everything',
    actions: "- { target: '$', remove: true }\n",
    problem: /whole document cannot be removed/,
  },
  { name: 'an alias of itself', actions: '- &a { target: $, update: { x: *a } }\n', problem: /contains itself/ },
  {
    name: 'aliases that expand',
    actions: `- { target: $, update: { l0: &l0 [1,1], ${Array.from({ length: 40 }, (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`).join(', ')} } }\n`,
    problem: /aliases/,
  },
  {
    name: 'actions that nest deeper each time',
    actions: Array.from({ length: 200 }, (_, at) => action(`$${'.x.x'.repeat(at)}`, '{ x: { x: {} } }')).join(''),
    problem: /deeper than 250 levels/,
  },
  {
    // The path of each value is copied.
    name: 'many values in a deep place',
    actions: action('$', `{ x: ${'['.repeat(200)}${'0,'.repeat(120_000)}0${']'.repeat(200)} }`),
    problem: /too many deep values/,
  },
  { name: 'deep nesting', actions: action('$', `${'['.repeat(5000)}${']'.repeat(5000)}`), problem: /nested/ },
];
