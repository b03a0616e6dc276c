/**
 * Writes the functions of `dist/node/` that run in a start in parentheses: V8 then compiles them with their file. Node.js keeps the
 * compiled code of a file as it is before the file runs, so that it compiled all functions again in each start. See
 * docs/decisions/0029-one-bundle-for-node.md.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

/** They are shipped, and describe their services in different ways. */
const documents = ['animal-store', 'control'].map((name) =>
  fileURLToPath(new URL(`../spec/${name}.yaml`, import.meta.url)),
);

export const compileEagerly = async (folder: string): Promise<void> => {
  const coverage = mkdtempSync(join(tmpdir(), 'vivarium-coverage-'));
  try {
    await Promise.all(documents.map((document) => start(folder, document, coverage)));
    for (const [file, ranges] of calledIn(folder, coverage))
      writeFileSync(file, inParentheses(readFileSync(file, 'utf8'), ranges));
  } finally {
    rmSync(coverage, { recursive: true });
  }
};

/** Until the first response. Node.js writes its coverage when it exits. */
const start = async (folder: string, document: string, coverage: string): Promise<void> => {
  const entry = JSON.stringify(pathToFileURL(join(folder, 'cli.js')).href);
  const script = `import { main } from ${entry}; await main(process.argv.slice(1));`;
  const args = ['--input-type=module', '--eval', script, '--', 'serve', document, '--port', '0', '--no-watch'];
  const child = spawn(process.execPath, args, {
    cwd: coverage,
    env: { NODE_V8_COVERAGE: coverage },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  let origin: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    // The log of the request, which is written later than its response.
    if (line.includes('GET ')) child.kill('SIGINT');
    if (origin !== undefined) continue;
    [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin !== undefined) await (await fetch(`${origin}/v1/pets`)).arrayBuffer();
  }
  if (origin === undefined) throw new Error(`A server of ${document} does not start.`);
};

/** The start and the end of a function in its file. */
type Range = `${number}-${number}`;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

const calledIn = (folder: string, coverage: string): ReadonlyMap<string, ReadonlySet<Range>> => {
  const called = new Map<string, Set<Range>>();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith(pathToFileURL(folder).href)) continue;
      const file = fileURLToPath(url);
      const ranges = called.get(file) ?? new Set();
      called.set(file, ranges);
      for (const {
        ranges: [whole],
      } of functions)
        if (whole !== undefined && whole.count > 0) ranges.add(`${whole.startOffset}-${whole.endOffset}`);
    }
  }
  return called;
};

/** Declarations stay, and methods, whose function starts at their parameters. */
export const inParentheses = (code: string, ranges: ReadonlySet<Range>): string => {
  const places: { readonly at: number; readonly sign: '(' | ')' }[] = [];
  const add = ({ start, end }: ESTree.Span): void => {
    if (ranges.has(`${start}-${end}`)) places.push({ at: start, sign: '(' }, { at: end, sign: ')' });
  };
  const visitor = new Visitor({
    ArrowFunctionExpression: add,
    FunctionExpression: (node) => {
      if (code[node.start] !== '(') add(node);
    },
  });
  visitor.visit(parseSync('bundle.js', code).program);
  let text = '';
  let last = 0;
  for (const { at, sign } of places.sort((left, right) => left.at - right.at)) {
    text += code.slice(last, at) + sign;
    last = at;
  }
  return text + code.slice(last);
};
