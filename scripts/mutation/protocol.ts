/** The data that the driver and its workers exchange. */

export interface SourceTests {
  /** The number of the first mutant of the source. */
  readonly firstId: number;
  /** The test file at the mirrored path, which may not exist. */
  readonly own: string;
  /** The test files of the same area. */
  readonly near: readonly string[];
}

/** The task of a worker. */
export interface Session {
  readonly testFiles: readonly string[];
  /** In the order of their mutants. */
  readonly sources: readonly SourceTests[];
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
  | { readonly type: 'left out'; readonly file: string; readonly reason: string }
  | { readonly type: 'trying'; readonly mutant: number }
  | ({ readonly type: 'done'; readonly mutant: number } & Verdict);

/** The input of a worker, a JSON file. */
export interface WorkerInput {
  readonly sources: readonly string[];
  readonly session: Session;
}
