/** Generates the mutants of a source text: small changes, one at a time, that a test should notice. */
import { parseSync } from 'vite';

export interface Mutant {
  readonly kind: string;
  /** The line in the source, from 1. */
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** A mutant with its place in the source. */
export interface PlacedMutant extends Mutant {
  /** The changed range. */
  readonly start: number;
  readonly end: number;
  /** The syntax around the change that can be replaced as a whole. */
  readonly host: Host;
}

export interface Host {
  readonly type: 'expression' | 'block' | 'case' | 'statement';
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
};
const arithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
const assignments: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '??=': '&&=',
  '||=': '&&=',
};
const renamedMethods: Readonly<Record<string, string>> = {
  endsWith: 'startsWith',
  startsWith: 'endsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
};
const removedMethods: ReadonlySet<string> = new Set([
  ...['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'substring'],
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Syntax of TypeScript that contains an expression; other TypeScript syntax has no effect at run time. */
const wrappers: ReadonlySet<string> = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

/** Text for people has spaces. A test of its words would only repeat them. */
const isWording = (text: string): boolean => text.includes(' ');

const isEmpty = (list: unknown): boolean => (list as readonly unknown[]).length === 0;

const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

export const mutantsOf = (file: string, source: string): readonly PlacedMutant[] => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const collector = new Collector(source);
  collector.visit(program as unknown as Node);
  return collector.mutants;
};

class Collector {
  readonly mutants: PlacedMutant[] = [];
  readonly #source: string;
  /** The chain with `?.` around the visited node: its parts cannot be replaced on their own. */
  #chain: Node | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  visit(node: Node): void {
    const { type } = node;
    if (type.startsWith('TS') && !wrappers.has(type)) return;
    if (type.startsWith('Import') || type === 'ExportAllDeclaration') return;
    this.#mutators[type]?.(node);
    const isChainPart = type === 'MemberExpression' || type === 'CallExpression' || type === 'TSNonNullExpression';
    const outer = this.#chain;
    for (const [name, value] of Object.entries(node)) {
      // Only the left end of a chain is a part of it: its arguments are expressions of their own.
      const isLeftEnd = isChainPart && (name === 'object' || name === 'callee' || name === 'expression');
      this.#chain = type === 'ChainExpression' ? node : isLeftEnd ? outer : undefined;
      if (isSkipped(node, name)) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) this.visit(child);
    }
    this.#chain = outer;
  }

  /** By the type of the syntax. */
  readonly #mutators: Readonly<Record<string, (node: Node) => void>> = {
    ArrayExpression: (node) => this.#replace('array', node, isEmpty(node.elements) ? "['mutated']" : '[]'),
    ArrowFunctionExpression: ({ body }) => this.#functionBody(body as Node),
    AssignmentExpression: (node) => this.#assignment(node),
    BinaryExpression: (node) => this.#binary(node),
    BlockStatement: (node) => this.#block(node),
    CallExpression: (node) => this.#call(node),
    ConditionalExpression: ({ test }) => this.#condition(test as Node, ['true', 'false']),
    DoWhileStatement: ({ test }) => this.#condition(test as Node, ['false']),
    ForStatement: ({ test }) => isNode(test) && this.#condition(test, ['false']),
    IfStatement: ({ test }) => this.#condition(test as Node, ['true', 'false']),
    Literal: (node) => this.#literal(node),
    LogicalExpression: (node) => this.#logical(node),
    MemberExpression: (node) => this.#optional(node, node.object as Node),
    ObjectExpression: (node) => isEmpty(node.properties) || this.#replace('object', node, '{}'),
    SwitchStatement: ({ cases }) => this.#cases(cases as readonly Node[]),
    TemplateLiteral: (node) => this.#template(node),
    UnaryExpression: (node) => this.#unary(node),
    UpdateExpression: (node) => this.#update(node),
    WhileStatement: ({ test }) => this.#condition(test as Node, ['false']),
  };

  #functionBody(body: Node): void {
    if (body.type !== 'BlockStatement' && this.#text(body) !== 'undefined')
      this.#replace('function', body, 'undefined');
  }

  #template(node: Node): void {
    const texts = (node.quasis as readonly Node[]).map((quasi) => this.#text(quasi));
    if (!texts.some(isWording)) this.#replace('string', node, '``');
  }

  #update(node: Node): void {
    const text = this.#text(node);
    this.#replace('update', node, text.includes('++') ? text.replace('++', '--') : text.replace('--', '++'));
  }

  #binary(node: Node): void {
    const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
    const swap = (to: string): string => `(${this.#text(left)}) ${to} (${this.#text(right)})`;
    for (const to of comparisons[operator] ?? []) this.#replace('comparison', node, swap(to));
    if (comparisons[operator] !== undefined) this.#condition(node, ['true', 'false']);
    const other = arithmetic[operator];
    if (other !== undefined && !isText(left) && !isText(right)) this.#replace('arithmetic', node, swap(other));
  }

  #logical(node: Node): void {
    const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
    this.#replace('logical', node, `(${this.#text(left)}) ${logical[operator]} (${this.#text(right)})`);
    if (operator !== '??') this.#condition(node, ['true', 'false']);
  }

  #condition(node: Node, values: readonly string[]): void {
    // A comparison in a test is both: it gets these mutants once.
    for (const value of values)
      if (
        !this.mutants.some(
          ({ start, end, replacement }) => start === node.start && end === node.end && replacement === value,
        )
      )
        this.#replace('condition', node, value);
  }

  #unary(node: Node): void {
    const argument = this.#text(node.argument as Node);
    if (node.operator === '!') this.#replace('negation', node, argument);
    if (node.operator === '-') this.#replace('arithmetic', node, `+${argument}`);
  }

  #assignment(node: Node): void {
    const to = assignments[node.operator as string];
    const { left, right } = node as unknown as { left: Node; right: Node };
    if (to !== undefined && !isText(right))
      this.#replace('assignment', node, `${this.#text(left)} ${to} ${this.#text(right)}`);
  }

  #literal(node: Node): void {
    const { value } = node;
    if (typeof value === 'boolean') this.#replace('boolean', node, String(!value));
    if (typeof value === 'string' && !isWording(value))
      this.#replace('string', node, value === '' ? "'mutated'" : "''");
    if (isNode(node) && typeof node.regex === 'object' && node.regex !== null)
      this.#regex(node, node.regex as RegexParts);
  }

  #regex(node: Node, { pattern, flags }: RegexParts): void {
    if (pattern.startsWith('^')) this.#replace('regex', node, `/${pattern.slice(1) || '(?:)'}/${flags}`);
    if (pattern.endsWith('$') && !pattern.endsWith('\\$'))
      this.#replace('regex', node, `/${pattern.slice(0, -1) || '(?:)'}/${flags}`);
    if (flags.includes('i')) this.#replace('regex', node, `/${pattern}/${flags.replace('i', '')}`);
  }

  #block(node: Node): void {
    const body = node.body as readonly Node[];
    if (body.length > 0) this.#add('block', node, '{}', { ...placeOf(node), type: 'block' });
    // The only statement of a block is removed with it.
    for (const statement of body.length > 1 ? body : [])
      if (statement.type === 'ExpressionStatement')
        this.#add('statement', statement, '', { ...placeOf(statement), type: 'statement' });
  }

  #cases(cases: readonly Node[]): void {
    for (const node of cases) {
      const body = node.consequent as readonly Node[];
      const [first, last] = [body[0], body.at(-1)];
      // At the end of a switch, `break` has no effect; `value satisfies never` is for the compiler alone.
      const isTyping = (first?.expression as Node | undefined)?.type === 'TSSatisfiesExpression' && body.length === 1;
      const hasEffect = !isTyping && (node !== cases.at(-1) || first?.type !== 'BreakStatement');
      if (first === undefined || last === undefined || !hasEffect) continue;
      const place = { start: first.start, end: last.end };
      this.#add('case', place, '', { ...place, type: 'case' });
    }
  }

  #call(node: Node): void {
    const callee = node.callee as Node;
    this.#optional(node, callee);
    const property =
      callee.type === 'MemberExpression' && callee.computed !== true ? (callee.property as Node) : undefined;
    const name = property?.name as string | undefined;
    if (property === undefined || name === undefined) return;
    const renamed = Object.hasOwn(renamedMethods, name) ? renamedMethods[name] : undefined;
    if (renamed !== undefined) this.#add('method', property, renamed, this.#hostOf(node));
    if (removedMethods.has(name))
      this.#add('method', { start: (callee.object as Node).end, end: node.end }, '', this.#hostOf(node));
  }

  /** `a?.b` becomes `a.b`, `a?.[b]` becomes `a[b]`, `a?.(b)` becomes `a(b)`. */
  #optional(node: Node, left: Node): void {
    if (node.optional !== true) return;
    const start = this.#source.indexOf('?.', left.end);
    const next = this.#source[start + 2];
    this.#add('optional', { start, end: start + 2 }, next === '[' || next === '(' ? '' : '.', this.#hostOf(node));
  }

  #hostOf(node: Node): Host {
    return { ...placeOf(this.#chain ?? node), type: 'expression' };
  }

  #replace(kind: string, node: Node, replacement: string): void {
    this.#add(kind, node, replacement, this.#hostOf(node));
  }

  #add(kind: string, { start, end }: Pick<Node, 'start' | 'end'>, replacement: string, host: Host): void {
    const line = this.#source.slice(0, start).split('\n').length;
    this.mutants.push({ kind, line, original: this.#source.slice(start, end), replacement, start, end, host });
  }

  #text({ start, end }: Node): string {
    return this.#source.slice(start, end);
  }
}

interface RegexParts {
  readonly pattern: string;
  readonly flags: string;
}

const placeOf = ({ start, end }: Node) => ({ start, end });

/** Names are not expressions, and neither are types. */
const isSkipped = ({ type, computed }: Node, name: string): boolean =>
  ((type === 'Property' || type === 'PropertyDefinition' || type === 'MethodDefinition') &&
    name === 'key' &&
    computed !== true) ||
  (type === 'ExportNamedDeclaration' && name === 'source') ||
  name.startsWith('type') ||
  name === 'returnType' ||
  name === 'superTypeArguments' ||
  name === 'implements';
