/** A client of a service with small documents. */
import { onTestFinished } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import { declared } from '../../short-document.ts';
import { documentOf } from '../documents.ts';
import { Thing } from './small.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly body: any;
}

type Sent = Readonly<Record<string, string>>;

export interface Client {
  readonly get: (path: string) => Promise<Answer>;
  /** The body as it was sent. */
  readonly text: (path: string, accept?: string) => Promise<string>;
  /** `mediaType`: that of the body. */
  readonly send: (method: string, path: string, body?: Json, mediaType?: string, sent?: Sent) => Promise<Answer>;
  /** A header of the last response. */
  readonly header: (name: string) => string | null;
  /** The violations of the last response. */
  readonly violations: () => readonly string[];
}

/** `scenario`: no data, unless stated. */
export const serveDocument = async (document: JsonObject, scenario: object | 'default' = {}): Promise<Client> => {
  const vivarium = await createVivarium({ document, scenario });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  let headers = new Headers();
  const send: Client['send'] = async (method, path, body, mediaType = 'application/json', sent = {}) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await world.fetch(path, {
      ...{ method, headers: { ...sent, ...(body !== undefined && { 'content-type': mediaType }) } },
      ...content,
    });
    ({ headers } = response);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    get: (path) => send('GET', path),
    text: async (path, accept = '*/*') => (await world.fetch(path, { headers: { accept } })).text(),
    send,
    header: (name) => headers.get(name),
    violations: () => {
      const last = world.exchanges().at(-1);
      return (last?.violations ?? []).filter(({ side }) => side === 'response').map(({ message }) => message);
    },
  };
};

/** Path parameters that a path does not declare are integers. */
export const servePaths = (
  paths: object,
  schemas: object = {},
  scenario?: object | 'default',
  components: object = {},
): Promise<Client> =>
  serveDocument(documentOf(declared(paths), { schemas: { Thing, ...schemas }, components }), scenario);
