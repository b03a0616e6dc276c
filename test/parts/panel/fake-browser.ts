/** What the state of the panel needs of a browser. */
import { afterAll, beforeEach, vi } from 'vitest';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The calls since somebody last took them. */
const calls: Call[] = [];
export const takeCalls = (): readonly Call[] => calls.splice(0);
export const takePaths = (): readonly string[] =>
  takeCalls().map(({ method, path, body }) => `${method} ${path}${body === undefined ? '' : ` ${body}`}`);

/** What the server answers: a value is its JSON, an error is one of the connection. */
export const server = { answer: (_call: Call): unknown => undefined };

export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static last: FakeEventSource;
  static readonly opened: string[] = [];
  readyState = 0;
  isClosed = false;
  constructor(url: string) {
    super();
    FakeEventSource.last = this;
    FakeEventSource.opened.push(url);
  }
  close(): void {
    this.isClosed = true;
  }
  emit(type: string, lastEventId = '', data: unknown = undefined): void {
    this.dispatchEvent(Object.assign(new Event(type), { lastEventId, data: JSON.stringify(data) }));
  }
}

/** The listeners of the page, by event. */
export const listeners = new Map<string, (event: unknown) => void>();
/** What waits for the next frame. */
export const frames: (() => void)[] = [];
export const page = {
  location: { hash: '', pathname: '/_vivarium/', origin: 'http://127.0.0.1', reload: vi.fn() },
  document: { hidden: false },
  history: { replaceState: vi.fn() },
};

const globals = {
  ...page,
  addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  requestAnimationFrame: (run: () => void) => frames.push(run),
  EventSource: FakeEventSource,
  fetch: async (path: string, { method = 'GET', headers = {}, body, signal }: Partial<Call & RequestInit> = {}) => {
    const call = { method, path: path.replace('/_vivarium/api', ''), headers, body };
    calls.push(call);
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    const answer = await Promise.race([server.answer(call), aborted]);
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer ?? {});
  },
};
/** Opens a page until the end of the test file. The files of the panel are imported after it: their state is that of the page. */
export const openPage = (hash = ''): void => {
  vi.resetModules();
  page.location.hash = hash;
  const use = (): void => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  };
  use();
  // In a process with the pages of other test files, as with mutants, the last one is used otherwise.
  beforeEach(use);
  afterAll(() => void vi.unstubAllGlobals());
};
