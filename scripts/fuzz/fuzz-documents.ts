/** Loads changed documents, Overlays and scenarios. Each is served, or rejected with its problems, in bounded time and memory. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Chance, randomSequence } from '../child-server/random.ts';
import { type Finding, type FuzzResult, keepInput } from './finding.ts';
import type { LoadRequest, LoadResult } from './loader.ts';
import { mutateBytes, mutateJson, pickFrom } from './mutate.ts';

const maxMs = 30_000;
/** The memory of V8; a load beyond it ends the process. */
const maxMegabytes = 600;

const textsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

const documents = [readFileSync('spec/animal-store.yaml', 'utf8'), ...textsIn('test/documents/own')];
const scenarios = textsIn('scenarios');
const overlays = [
  `overlay: 1.0.0
info: { title: Fuzzed, version: '1' }
actions:
  - { target: "$.paths[?(@.get)]", update: { x-a: 1 } }
  - { target: "$..[?match(@.name, '(a+)+')]", update: { description: a } }
  - { target: "$.paths['/pets'].get", remove: true }
`,
];

/** The value as JSON, which is YAML too, or the bytes of the text. */
const mutateText = (chance: Chance, text: string): string =>
  chance() < 0.6
    ? JSON.stringify(mutateJson(chance, parse(text)))
    : mutateBytes(chance, Buffer.from(text)).toString('latin1');

const draw = (chance: Chance, folder: string): LoadRequest => {
  const kind = chance();
  const document = kind < 0.5 ? pickFrom(chance, documents) : (documents[0] as string);
  return {
    folder,
    document: kind < 0.6 ? mutateText(chance, document) : Buffer.from(document).toString('latin1'),
    overlay: kind > 0.5 && kind < 0.7 ? mutateText(chance, pickFrom(chance, overlays)) : undefined,
    scenario: kind > 0.65 ? mutateText(chance, pickFrom(chance, scenarios)) : undefined,
  };
};

class Loader {
  #child: ChildProcess | undefined;

  /** A hang and the end of the process are results too. */
  async load(request: LoadRequest): Promise<LoadResult> {
    const child = this.#child ?? (await this.#start());
    return new Promise((resolve) => {
      const end = (result: LoadResult): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (result.error !== null) this.stop();
        resolve(result);
      };
      const fail = (error: string): void => end({ outcome: 'rejected', error });
      const timer = setTimeout(() => fail(`takes longer than ${maxMs / 1000} s`), maxMs);
      child.once('message', end);
      child.once('exit', (code, signal) => fail(`the process ended with ${signal ?? code}`));
      child.send(request);
    });
  }

  async #start(): Promise<ChildProcess> {
    const file = fileURLToPath(new URL('./loader.ts', import.meta.url));
    const child = fork(file, {
      execArgv: [`--max-old-space-size=${maxMegabytes}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await new Promise((resolve) => child.once('message', resolve));
    this.#child = child;
    return child;
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

export const fuzzDocuments = async (seed: number, isOver: () => boolean): Promise<FuzzResult> => {
  const findings: Finding[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-fuzz-'));
  const loader = new Loader();
  const outcomes = { served: 0, rejected: 0 };
  let count = 0;
  try {
    for (; !isOver() && findings.length < 5; count++) {
      const request = draw(randomSequence(seed, count), folder);
      const { outcome, error } = await loader.load(request);
      outcomes[outcome]++;
      if (error === null) continue;
      const file = keepInput(`load-${seed}-${count}.json`, JSON.stringify(request));
      findings.push({ what: error, command: `npm run fuzz -- --replay ${file}` });
    }
  } finally {
    loader.stop();
    rmSync(folder, { recursive: true });
  }
  return { count, outcomes, findings };
};

/** Loads one kept input, and prints the error. */
export const replayLoad = async (file: string): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-fuzz-'));
  const loader = new Loader();
  const { error } = await loader.load({ ...JSON.parse(readFileSync(file, 'utf8')), folder });
  loader.stop();
  rmSync(folder, { recursive: true });
  console.log(error ?? 'no problem');
  return error === null;
};
