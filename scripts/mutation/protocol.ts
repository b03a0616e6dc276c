/** The data that the driver and its workers exchange. */

/** What a worker tries. */
export interface Session {
  readonly testFiles: readonly string[];
  /** The sources in the order of their mutants: the number of the first one, and the test files of the same area. */
  readonly sources: readonly { readonly firstId: number; readonly near: readonly string[] }[];
  readonly mutants: readonly number[];
  /** The number of mutants in the instrumented sources. */
  readonly total: number;
  /** The file to which each result is appended, one JSON value in a line. */
  readonly results: string;
}

export interface Verdict {
  readonly status: 'killed' | 'survived' | 'uncovered';
  /** The test that failed. */
  readonly by: string | undefined;
}

export type Result =
  | { readonly type: 'learned'; readonly file: string }
  | { readonly type: 'trying'; readonly mutant: number }
  | ({ readonly type: 'done'; readonly mutant: number } & Verdict);

/** The input of a worker, a JSON file. */
export interface WorkerInput {
  readonly sources: readonly string[];
  readonly session: Session;
}
