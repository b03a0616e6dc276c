/** Reads the requests and the responses that a guard judges. They are copies: nobody else reads them. */
import type { HttpRequest } from '../../core/http/http.ts';
import { toRequestBody } from '../../world/fetch.ts';
import type { GivenResponse } from './judge-exchange.ts';

/** How far a body is read. */
export interface ReadingBounds {
  readonly maxBodyBytes: number;
  /** Ends the reading of bodies that go on. */
  readonly signal: AbortSignal;
}

/** A copy, whose body is read beside the one of the client. One that somebody has read, or reads, has none to copy. */
export const copyOf = <Message extends Request | Response>(message: Message): Message =>
  message.bodyUsed || message.body?.locked === true ? message : (message.clone() as Message);

export interface GivenRequest {
  readonly request: HttpRequest;
  /** Why its body is not judged; undefined: it is. */
  readonly unjudged: string | undefined;
}

export const readRequest = async (request: Request, path: string, bounds: ReadingBounds): Promise<GivenRequest> => {
  const { protocol, host } = new URL(request.url);
  const [pathname = '', ...query] = path.split('?');
  const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]));
  const { bytes, unjudged } = await bodyOf(request, bounds);
  return {
    request: {
      method: request.method,
      path: pathname,
      query: query.join('?'),
      headers: { host, ...headers },
      body: toRequestBody(bytes, bounds.maxBodyBytes),
      pathPrefix: '',
      isEncrypted: protocol === 'https:',
    },
    unjudged: unjudged && `of the request ${unjudged}, and is not judged`,
  };
};

export const readResponse = async (
  response: Response,
  by: GivenResponse['by'],
  bounds: ReadingBounds,
): Promise<GivenResponse> => {
  const given = { status: response.status, headers: [...response.headers].flat(), by, body: new Uint8Array() };
  if (/^text\/event-stream/.test(response.headers.get('content-type') ?? '')) {
    // Without a reader, the copy would keep all that is sent.
    if (!response.bodyUsed && response.body?.locked === false) void response.body.cancel().catch(() => {});
    return { ...given, unjudged: 'is an event stream, which is not judged' };
  }
  const { bytes = given.body, unjudged } = await bodyOf(response, bounds);
  return unjudged === undefined ? { ...given, body: bytes } : { ...given, unjudged: `${unjudged}, and is not judged` };
};

interface ReadBody {
  readonly bytes?: Uint8Array;
  /** Why there are none. */
  readonly unjudged?: string;
}

const bodyOf = async (message: Request | Response, { maxBodyBytes, signal }: ReadingBounds): Promise<ReadBody> => {
  const { body } = message;
  if (body === null) return {};
  if (message.bodyUsed || body.locked) return { unjudged: 'was read before the guard saw it' };
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > maxBodyBytes) {
        cancel();
        return { unjudged: `is larger than ${maxBodyBytes} bytes` };
      }
      chunks.push(part.value);
    }
    return signal.aborted ? { unjudged: 'had not ended' } : { bytes: joined(chunks, size) };
  } catch {
    return { unjudged: 'broke off' };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

const joined = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
};
