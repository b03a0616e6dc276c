/** Scenario files for the shipped example. Each is rejected with its place, or served, in bounded time and memory. */
export interface HostileScenario {
  readonly name: string;
  readonly text: string;
  /** In the message of a problem; undefined: served. */
  readonly problem: RegExp | undefined;
}

const aliases = Array.from({ length: 30 }, (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`).join('\n');
const fault = (rest: string): string => `faults: [{ name: a, ${rest} }]\n`;

export const hostileScenarios: readonly HostileScenario[] = [
  {
    name: 'aliases that expand',
    text: `l0: &l0 [1]\n${aliases}\n`,
    problem: /aliases \(\*name\) expand to too many values/,
  },
  { name: 'an alias of itself', text: 'data: &a { pets: [*a] }\n', problem: /contains itself/ },
  { name: 'a merge key of itself', text: 'data: &a { <<: *a }\n', problem: /contains itself|alias|merge/i },
  {
    name: 'nested lists',
    text: `data: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
    problem: /nested deeper than 100 levels/,
  },
  {
    name: 'nested blocks',
    text: Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
    problem: /nested deeper than 100 levels/,
  },
  { name: 'a billion generated items', text: 'generate: { pets: 1000000000 }\n', problem: /from 0 to 1000000/ },
  { name: 'a negative number of items', text: 'generate: { pets: -1 }\n', problem: /from 0 to 1000000/ },
  { name: 'an infinite number of items', text: 'generate: { pets: .inf }\n', problem: /not a valid JSON number/ },
  {
    name: 'a collection named like a property',
    text: 'generate: { __proto__: 1, constructor: 1 }\n',
    problem: /unknown collection "__proto__"/,
  },
  {
    name: 'a billion chunks',
    text: fault('dribble: { chunks: 1000000000, over: 1s }'),
    problem: /chunks must be a whole number from 1 to 10000/,
  },
  { name: 'a status that is none', text: fault('status: 99'), problem: /from 200 to 599/ },
  { name: 'a bandwidth of nothing', text: fault('bandwidth: 0B'), problem: /bandwidth/ },
  { name: 'a chance beyond one', text: fault('status: 404, when: { chance: 2 }'), problem: /chance/ },
  {
    name: 'a wildcard of many stars',
    text: fault(`status: 404, on: { path: '/${'*a'.repeat(2000)}b' }`),
    problem: undefined,
  },
  { name: 'keys of many stars', text: `auth: { keys: ['${'*a'.repeat(5000)}', demo] }\n`, problem: undefined },
  {
    name: 'eight thousand faults',
    text: `faults: [${Array.from({ length: 8000 }, (_, at) => `{ name: f${at}, status: 404, enabled: false }`).join(', ')}]\n`,
    problem: undefined,
  },
  {
    name: 'more than a hundred thousand faults',
    text: `{"faults":[${'{},'.repeat(110_000)}{}]}`,
    problem: /has more than 100000 keys and elements \(faults exceeds that\)/,
  },
  {
    name: 'more than a hundred thousand names of collections',
    text: JSON.stringify({ generate: Object.fromEntries(Array.from({ length: 110_000 }, (_, at) => [`a${at}`, 1])) }),
    problem: /has more than 100000 keys and elements/,
  },
  {
    name: 'more than a hundred thousand numbers for items',
    text: `{"data":{"pets":[${'1,'.repeat(110_000)}1]}}`,
    problem: /has more than 100000 keys and elements/,
  },
  { name: 'one fault name twice', text: 'faults: [slow, slow]\n', problem: /slow/ },
  { name: 'a file of another folder', text: 'extends: ../../../etc/passwd\n', problem: /passwd/ },
  { name: 'itself', text: 'extends: hostile\n', problem: /extends|circular|itself/ },
  { name: 'code', text: 'data: !!js/function "function () { process.exit(1) }"\n', problem: /tag/ },
  {
    name: 'an item twice',
    text: 'data: { pets: [{ id: 1, name: a, categoryId: 1 }, { id: 1, name: b, categoryId: 1 }] }\n',
    problem: /id/,
  },
  {
    name: 'an id at the end of the integers',
    text: 'data: { pets: [{ id: 9223372036854775807, name: a, categoryId: 1 }] }\n',
    problem: undefined,
  },
  {
    name: 'numbers at the end of the integers to continue with',
    text: 'resume: { exchanges: 9007199254740991, calls: { listPets: 9007199254740991 } }\n',
    problem: undefined,
  },
  { name: 'negative numbers to continue with', text: 'resume: { exchanges: -1 }\n', problem: /exchanges/ },
  { name: 'a clock beyond all dates', text: 'clock: 999999-01-01T00:00:00Z\n', problem: /clock/ },
  { name: 'a description of a megabyte', text: `description: ${'a'.repeat(1_000_000)}\n`, problem: undefined },
  { name: 'seventeen megabytes', text: `description: ${'a'.repeat(17_000_000)}\n`, problem: /larger than 16 MiB/ },
];
