/** Reads the text of a file or of a URL, within bounds. */
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { largerThan, maxFileBytes, readRegularFile, UnreadableError } from '../../files/read-regular-file.ts';
import { isInnerHost, lookupOutside } from './inner-address.ts';

const timeoutMs = 20_000;
const maxRedirects = 5;

export interface Text {
  /** The URL after redirects. References in the text are relative to it. */
  readonly uri: string;
  readonly text: string;
}

/** Whether it is an http(s) or `file:` URL. */
export const isUrl = (pathOrUrl: string): boolean => /^(https?:\/\/|file:)/i.test(pathOrUrl);

/**
 * `mayReachInner`: whether private addresses are allowed. A document from a public host must not refer to them.
 * `signal` can end the request before the limit of 20 seconds. @throws UnreadableError
 */
export const readUri = async (uri: string, mayReachInner: boolean, signal?: AbortSignal): Promise<Text> => {
  const isFile = uri.startsWith('file:');
  if (isFile && !isLocalFile(new URL(uri))) throw new UnreadableError('this is not the path of a local file');
  const { uri: found, text } = isFile
    ? { uri, text: (await readRegularFile(fileURLToPath(uri))).toString() }
    : await fetchText(new URL(uri), mayReachInner, signal);
  return { uri: found, text: text.replace(/^\ufeff/, '') };
};

const fetchText = async (start: URL, mayReachInner: boolean, endSignal: AbortSignal | undefined): Promise<Text> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = endSignal === undefined ? timeout : AbortSignal.any([timeout, endSignal]);
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, mayReachInner, signal);
    const { statusCode: status = 0, headers } = response;
    const location = status >= 300 && status < 400 ? headers.location : undefined;
    if (location === undefined) {
      if (status >= 200 && status < 300) return { uri: url.href, text: await readLimited(response) };
      response.destroy();
      throw new UnreadableError(`the document cannot be fetched: the server responded with ${status}`);
    }
    response.destroy();
    const next = URL.parse(location, url);
    const refusal = next === null ? 'the server redirects to an invalid URL' : whyNotFrom(url, next);
    if (refusal !== undefined || next === null || redirects === maxRedirects)
      throw new UnreadableError(`the document cannot be fetched: ${refusal ?? 'too many redirects'}`);
    url = next;
  }
};

/** By node:http, since the global fetch cannot check the address that it connects to. */
const request = async (url: URL, mayReachInner: boolean, signal: AbortSignal): Promise<IncomingMessage> => {
  try {
    if (!mayReachInner && isInnerHost(url.hostname)) throw new Error(`${url.hostname} is a private address`);
    const { get } = await import(url.protocol === 'https:' ? 'node:https' : 'node:http');
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        signal,
        agent: false,
        ...(!mayReachInner && { lookup: lookupOutside }),
        headers: { accept: 'application/yaml, application/json, */*;q=0.5', 'accept-encoding': 'identity' },
      };
      get(url, options, resolve).on('error', reject);
    });
  } catch (error) {
    throw unfetched(error as Error);
  }
};

const unfetched = (error: Error): UnreadableError => {
  const { cause } = error;
  return new UnreadableError(
    `the document cannot be fetched (${cause instanceof Error ? cause.message : error.message})`,
  );
};

const readLimited = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxFileBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw unfetched(error as Error);
  }
  if (size > maxFileBytes) throw new UnreadableError(largerThan(maxFileBytes));
  return Buffer.concat(chunks).toString();
};

/**
 * Why a text must not refer to another; undefined if it may. A text from a URL must not refer to local files. A text from
 * a public host must not refer to private addresses.
 */
export const whyNotFrom = (from: URL, to: URL): string | undefined => {
  if (to.protocol === 'file:') {
    if (from.protocol !== 'file:') return 'a document from a URL cannot refer to files';
    return isLocalFile(to) ? undefined : 'it is not the path of a local file';
  }
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return 'only files and http(s) URLs are read';
  if (from.protocol !== 'file:' && isInnerHost(to.hostname) && !isInnerHost(from.hostname))
    return 'a document from a public host cannot refer to a private address';
  return undefined;
};

/** Whether a URL is the path of a local file. A host, an encoded slash and an invalid escape are not allowed. */
const isLocalFile = (url: URL): boolean => {
  try {
    fileURLToPath(url);
    return true;
  } catch {
    return false;
  }
};
