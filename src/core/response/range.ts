/** A part of a file (RFC 9110, section 14): one range of bytes. */
import { type HttpRequest, type HttpResponse, headerOf, rawHeader, withoutHeaders } from '../http/http.ts';

interface Range {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/** Returns undefined if the whole is sent, as for several ranges and for one that is malformed. */
const rangeIn = (header: string, length: number): Range | 'beyond' | undefined => {
  const [, from = '', to = ''] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const count = Number(to);
    return count === 0 || length === 0 ? 'beyond' : { first: Math.max(0, length - count), last: length - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= length ? 'beyond' : { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) };
};

/** The response with the part that the request asks for. Expects a response that may be sent in parts. */
export const partOf = (request: HttpRequest, response: HttpResponse): HttpResponse => {
  const whole: HttpResponse = { ...response, headers: [...response.headers, 'Accept-Ranges', 'bytes'] };
  const header = headerOf(request.headers, 'range');
  // Only a GET may have a range (section 14.2).
  if (header === undefined || request.method !== 'GET' || isStale(request, response)) return whole;
  const { body = '' } = response;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const range = rangeIn(header, bytes.length);
  if (range === undefined) return whole;
  if (range === 'beyond') {
    const headers = ['Content-Range', `bytes */${bytes.length}`, 'Content-Length', '0'];
    return {
      status: 416,
      headers: [...withoutHeaders(whole.headers, new Set(['content-type', 'content-length'])), ...headers],
      body: '',
    };
  }
  const { first, last } = range;
  const headers = [
    'Content-Range',
    `bytes ${first}-${last}/${bytes.length}`,
    'Content-Length',
    String(last + 1 - first),
  ];
  return {
    status: 206,
    headers: [...withoutHeaders(whole.headers, new Set(['content-length'])), ...headers],
    body: bytes.slice(first, last + 1),
  };
};

/** Whether `If-Range` names another version than this one. */
const isStale = (request: HttpRequest, { headers }: HttpResponse) => {
  const condition = headerOf(request.headers, 'if-range');
  if (condition === undefined) return false;
  return ![rawHeader(headers, 'etag'), rawHeader(headers, 'last-modified')].includes(condition.trim());
};
