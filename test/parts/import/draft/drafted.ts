/** Drafts a document from requests that a test states. */
import { draftDocument } from '../../../../src/parts/import/draft/draft-document.ts';
import { Ledger, type Seen, type SeenHeaders, SeenPlace } from '../../../../src/parts/import/recording.ts';

export interface Call {
  readonly sent?: unknown;
  /** In place of `sent`, by its media type. */
  readonly form?: readonly [type: string, text: string];
  readonly headers?: SeenHeaders;
  readonly responseHeaders?: SeenHeaders;
  readonly more?: Partial<Seen>;
}

const source = { name: 'test', value: {}, locate: () => ({ line: 1, column: 1 }) };

const json = (value: unknown) => ({ text: JSON.stringify(value), isBase64: false, type: 'application/json' });

/** `target`: `GET /books?limit=2`. `status`: undefined if the response is not known. */
export const seen = (target: string, status?: number, body?: unknown, call: Call = {}): Seen => {
  const [method = '', url = ''] = target.split(' ');
  const [path = '', query = ''] = url.split('?');
  const { sent, form, headers = [], responseHeaders = [], more = {} } = call;
  return {
    place: new SeenPlace(new Ledger(), source),
    keys: {},
    method,
    origin: 'https://shop.test',
    path,
    query,
    headers,
    body:
      form !== undefined
        ? { type: form[0], text: form[1], isBase64: false }
        : sent === undefined
          ? undefined
          : json(sent),
    response:
      status === undefined
        ? undefined
        : { status, headers: responseHeaders, body: body === undefined ? undefined : json(body) },
    ...more,
  };
};

// biome-ignore lint/suspicious/noExplicitAny: tests read documents of any structure
export const draft = (...requests: readonly Seen[]): any => draftDocument(requests, undefined, 'session')?.document;

export const pathsOf = (...requests: readonly Seen[]): readonly string[] => Object.keys(draft(...requests).paths);
