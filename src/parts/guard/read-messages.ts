/** Reads the requests and the responses that a guard judges. They are copies: nobody else reads them. */
import type { HttpRequest } from '../../core/http/http.ts';
import { toRequestBody } from '../../world/fetch.ts';
import type { GivenResponse } from './judge-exchange.ts';

const maxBodyBytes = 10_485_760;

/** A copy with a body of its own. A message whose body was read, or is being read, is returned as it is. */
export const copyOf = <Message extends Request | Response>(message: Message): Message =>
  message.bodyUsed || message.body?.locked === true ? message : (message.clone() as Message);

/** `unjudged`: why its body is not judged; undefined: it is. */
export const givenRequest = (
  { url, method, headers }: Request,
  { bytes, unjudged }: ReadBody,
  path: string,
): { readonly request: HttpRequest; readonly unjudged: string | undefined } => {
  const { protocol, host } = new URL(url);
  const [pathname = '', ...query] = path.split('?');
  return {
    request: {
      method,
      path: pathname,
      query: query.join('?'),
      // The names of happy-dom's headers are written as they were given.
      headers: { host, ...Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value])) },
      body: toRequestBody(bytes, maxBodyBytes),
      pathPrefix: '',
      isEncrypted: protocol === 'https:',
    },
    unjudged: unjudged && `of the request ${unjudged}, and is not judged`,
  };
};

export const givenResponse = (
  { status, headers }: Response,
  { bytes, unjudged }: ReadBody,
  by: GivenResponse['by'],
): GivenResponse => ({
  ...{ status, headers: [...headers].flat(), by, body: bytes ?? new Uint8Array() },
  unjudged: unjudged && `${unjudged}, and is not judged`,
});

export interface ReadBody {
  readonly bytes?: Uint8Array;
  /** Why there are no bytes to judge. */
  readonly unjudged?: string;
}

/** `open` holds the function that ends the reading, while it goes on. */
export const readBody = async (message: Request | Response, open: Set<() => void>): Promise<ReadBody> => {
  const { body } = message;
  if (body === null) return {};
  if (message.bodyUsed || body.locked) return { unjudged: 'was read before the guard saw it' };
  if (/^text\/event-stream/.test(message.headers.get('content-type') ?? '')) {
    // Without a reader, the copy would keep all that is sent.
    void body.cancel().catch(() => {});
    return { unjudged: 'is an event stream' };
  }
  const reader = body.getReader();
  let unjudged: string | undefined;
  const stop = (reason = 'had not ended') => {
    unjudged ??= reason;
    void reader.cancel().catch(() => {});
  };
  open.add(stop);
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > maxBodyBytes) stop(`is larger than ${maxBodyBytes} bytes`);
      else chunks.push(part.value);
    }
    if (unjudged !== undefined) return { unjudged };
    // Nearly every body is one chunk.
    const [bytes = new Uint8Array(), ...others] = chunks;
    return { bytes: others.length === 0 ? bytes : new Uint8Array(await new Blob(chunks).arrayBuffer()) };
  } catch {
    return { unjudged: 'broke off' };
  } finally {
    open.delete(stop);
  }
};
