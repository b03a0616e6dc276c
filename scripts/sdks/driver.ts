// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed when this is compiled.
export type Loose = any;

/** Counts a call: it fails if it throws, or if the value is not right. */
export type Call = (name: string, send: () => Promise<Loose>, isRight?: (value: Loose) => boolean) => Promise<Loose>;

export interface Driver {
  readonly name: string;
  readonly sdk: string;
  /** The document of the service: the file of a package, or, if no package has it, a file of this project in its style. */
  readonly document: { readonly package?: string; readonly file: string };
  /** `url`: the base URL of the service. */
  readonly drive: (sdk: Loose, url: string, call: Call) => Promise<void>;
}

/** Whether a call is rejected with the status. */
export const rejects = (send: () => Promise<Loose>, status: number) => async (): Promise<boolean> => {
  try {
    await send();
    return false;
  } catch (error) {
    if ((error as { status?: number; statusCode?: number }).status === status) return true;
    if ((error as { statusCode?: number }).statusCode === status) return true;
    throw error;
  }
};

export const isTrue = (value: Loose): boolean => value === true;
