/** Runs a worker until all its mutants are tried. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result, Verdict, WorkerInput } from './protocol.ts';

/** A worker that reports nothing for this time is stuck in its mutant, which counts as noticed. */
const maxSilenceMs = 120_000;

export type TrialStatus = Verdict['status'] | 'stuck';

/** Tries the mutants in one process after another, until none is left: a stuck process is replaced. */
export const tryMutants = async (
  input: WorkerInput,
  onResult: (id: number, status: TrialStatus) => void,
  onLeftOut: (file: string, reason: string) => void,
): Promise<void> => {
  let left = [...input.session.mutants];
  while (left.length > 0) {
    const { results } = input.session;
    writeFileSync(results, '');
    writeFileSync(`${results}.input`, JSON.stringify({ ...input, session: { ...input.session, mutants: left } }));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), `${results}.input`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    let errors = '';
    child.stderr?.on('data', (data: Buffer) => {
      errors += data.toString();
    });
    const done = new Set<number>();
    let read = 0;
    let lastProgress = Date.now();
    let trying: number | undefined;
    const readResults = (): void => {
      const text = readFileSync(results, 'utf8');
      const end = text.lastIndexOf('\n') + 1;
      for (const line of text.slice(read, end).split('\n').filter(Boolean)) {
        lastProgress = Date.now();
        const result = JSON.parse(line) as Result;
        if (result.type === 'left out') onLeftOut(result.file, result.reason);
        if (result.type === 'trying') trying = result.mutant;
        if (result.type !== 'done') continue;
        done.add(result.mutant);
        trying = undefined;
        onResult(result.mutant, result.status);
      }
      read = end;
    };
    const timer = setInterval(() => {
      readResults();
      if (Date.now() - lastProgress > maxSilenceMs) process.kill(-(child.pid as number), 'SIGKILL');
    }, 200);
    await exited;
    clearInterval(timer);
    readResults();
    if (trying !== undefined) {
      done.add(trying);
      onResult(trying, 'stuck');
    }
    if (done.size === 0) throw new Error(`The tests cannot be run. Do they pass?\n${errors}`);
    left = left.filter((id) => !done.has(id));
  }
};
