/** The reason of a failed handler: the error, and its place in the code of the user. */

const maxLength = 500;

/** Any value can be thrown: reading it may throw again. */
export const describeHandlerFailure = (error: unknown): string => {
  try {
    return cut(describe(error));
  } catch {
    return 'it threw a value that cannot be read';
  }
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  const place = placeOf(String(error.stack));
  const name = error.name === 'Error' || error.name === '' ? '' : `${error.name}: `;
  return `${name}${error.message}${place === undefined ? '' : ` (${place})`}`;
};

/** The first frame that is not Vivarium's own: `/app/handlers.ts:12:30`. */
const placeOf = (stack: string): string | undefined => {
  for (const line of stack.split('\n')) {
    const frame = /^\s*at (?:.*\()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/.exec(line);
    if (frame === null) continue;
    const [, file, row, column] = frame as unknown as readonly [string, string, string, string];
    // Below the call of the handler there is no frame of the user.
    if (handlerCall.test(line)) return undefined;
    if (ownFiles.test(file) || file.startsWith('node:')) continue;
    return `${file.replace(/\?.*$/, '')}:${row}:${column}`;
  }
  return undefined;
};

const handlerCall = /at decide \(.*\/run-handler\.[jt]s/;
const ownFiles = /\/core\/(?:handlers|resources|state|primitives)\/[\w-]+\.[jt]s(?:\?.*)?$/;

const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);
