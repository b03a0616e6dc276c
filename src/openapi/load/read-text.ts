/** Reads the text of a file or of a URL, within bounds. */
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { fileURLToPath } from 'node:url';
import { decodeText, largerThan, maxFileBytes, readTextFile, UnreadableError } from '../../files/read-regular-file.ts';
import type { Text } from '../../parts/bundle/index.ts';
import { maxFetchMs } from '../../parts/bundle/outer-references.ts';
import { createLookup, isInnerHost, type Network, systemNetwork } from './inner-address.ts';

const maxRedirects = 5;

export interface ReadOptions {
  /** Whether private addresses are allowed. After a redirect, they are only if the redirect came from one. */
  readonly mayReachInner: boolean;
  /** The request ends by default after 30 seconds. */
  readonly signal?: AbortSignal;
  /** The network is that of the system by default. */
  readonly network?: Network;
}

export const isUrl = (pathOrUrl: string): boolean => /^(https?:\/\/|file:)/i.test(pathOrUrl);

/** @throws UnreadableError */
export const readUri = async (uri: string, options: ReadOptions): Promise<Text> => {
  const isFile = uri.startsWith('file:');
  if (isFile && !isLocalFile(new URL(uri))) throw new UnreadableError('this is not the path of a local file');
  return isFile
    ? { uri, isInner: true, text: await readTextFile(fileURLToPath(uri)) }
    : await fetchText(new URL(uri), options);
};

const fetchText = async (start: URL, options: ReadOptions): Promise<Text> => {
  const { network = systemNetwork, signal = AbortSignal.timeout(maxFetchMs) } = options;
  let url = start;
  let { mayReachInner } = options;
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, createLookup(network, mayReachInner), mayReachInner, signal);
    const { remoteAddress } = response.socket;
    const isInner = remoteAddress !== undefined && network.isInnerAddress(remoteAddress);
    const { statusCode: status = 0, headers } = response;
    const location = status >= 300 && status < 400 ? headers.location : undefined;
    if (location === undefined) {
      if (status >= 200 && status < 300) return { uri: url.href, isInner, text: await readLimited(response) };
      response.destroy();
      throw new UnreadableError(`the document cannot be fetched: the server responded with ${status}`, checkAddress);
    }
    response.destroy();
    const next = URL.parse(location, url);
    const refusal =
      next === null ? 'the server redirects to an invalid URL' : whyNotFrom({ uri: url.href, isInner }, next);
    if (refusal !== undefined || next === null || redirects === maxRedirects)
      throw new UnreadableError(`the document cannot be fetched: ${refusal ?? 'too many redirects'}`, checkAddress);
    url = next;
    mayReachInner &&= isInner;
  }
};

/** Requests by node:http, since the global fetch cannot check the address that it connects to. */
const request = async (
  url: URL,
  lookup: LookupFunction,
  mayReachInner: boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  try {
    if (!mayReachInner && isInnerHost(url.hostname)) throw new Error(`${url.hostname} is a private address`);
    const { get } = await import(url.protocol === 'https:' ? 'node:https' : 'node:http');
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        signal,
        agent: false,
        lookup,
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
    checkAddress,
  );
};

const checkAddress = 'Check the address, and that its server is running; or name a file with the document.';

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
  return decodeText(Buffer.concat(chunks));
};

/** Why a text must not refer to another: one from a URL to local files, one from a public address to private hosts. Undefined: it may. */
export const whyNotFrom = (from: Pick<Text, 'uri' | 'isInner'>, to: URL): string | undefined => {
  if (to.protocol === 'file:') {
    if (!from.uri.startsWith('file:')) return 'a document from a URL cannot refer to files';
    return isLocalFile(to) ? undefined : 'it is not the path of a local file';
  }
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return 'only files and http(s) URLs are read';
  if (!from.isInner && isInnerHost(to.hostname))
    return 'a document from a public host cannot refer to a private address';
  return undefined;
};

/** Whether a URL is the path of a local file. A host, an encoded slash and an invalid escape are not allowed. */
const isLocalFile = (url: URL) => {
  try {
    fileURLToPath(url);
    return true;
  } catch {
    return false;
  }
};
