/** Reads the text of a file or of a URL, within bounds. */
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A text cannot be read. The message completes the name of the file. */
export class UnreadableError extends Error {}

const maxBytes = 32 * 1024 * 1024;
const tooLarge = 'the document is larger than 32 MiB';
const timeoutMs = 20_000;
const maxRedirects = 5;

export interface Text {
  /** The URL after redirects. References in the text are relative to it. */
  readonly uri: string;
  readonly text: string;
}

/** `file:` too. */
export const isUrl = (pathOrUrl: string): boolean => /^(https?:\/\/|file:)/i.test(pathOrUrl);

/** `signal` aborts a fetch. @throws UnreadableError */
export const readUri = async (uri: string, signal?: AbortSignal): Promise<Text> => {
  const isFile = uri.startsWith('file:');
  if (isFile && !namesFile(new URL(uri))) throw new UnreadableError('this names no file of this machine');
  const { uri: found, text } = isFile
    ? { uri, text: await readPath(fileURLToPath(uri)) }
    : await fetchText(new URL(uri), signal);
  return { uri: found, text: text.replace(/^\ufeff/, '') };
};

const readPath = async (path: string): Promise<string> => {
  try {
    if ((await stat(path)).size > maxBytes) throw new UnreadableError(tooLarge);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EISDIR: 'this is a directory: name the OpenAPI document in it',
      EACCES: 'the file may not be read',
    };
    throw new UnreadableError(reasons[code ?? ''] ?? `the file cannot be read (${(error as Error).message})`);
  }
};

const fetchText = async (url: URL, ends: AbortSignal | undefined): Promise<Text> => {
  const own = AbortSignal.timeout(timeoutMs);
  const signal = ends === undefined ? own : AbortSignal.any([own, ends]);
  for (let at = url, redirects = 0; ; redirects++) {
    const response = await fetchOnce(at, signal);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) {
      if (!response.ok)
        throw new UnreadableError(`the document cannot be fetched: the server responded with ${response.status}`);
      return { uri: at.href, text: await readLimited(response) };
    }
    await response.body?.cancel();
    const next = URL.parse(location, at);
    const refusal = next === null ? 'the server redirects to no URL' : whyNotFrom(at, next);
    if (refusal !== undefined || next === null || redirects === maxRedirects)
      throw new UnreadableError(`the document cannot be fetched: ${refusal ?? 'too many redirects'}`);
    at = next;
  }
};

const fetchOnce = async (url: URL, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/yaml, application/json, */*;q=0.5' },
    });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new UnreadableError(`the document cannot be fetched (${cause instanceof Error ? cause.message : message})`);
  }
};

const readLimited = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).byteLength;
      if (size > maxBytes) break;
      text += decoder.decode(chunk as Uint8Array, { stream: true });
    }
  } catch (error) {
    throw new UnreadableError(`the document cannot be fetched (${(error as Error).message})`);
  }
  if (size > maxBytes) throw new UnreadableError(tooLarge);
  return text + decoder.decode();
};

/**
 * Whether one text may lead to another. What came from the network leads neither to files of this machine nor, from a
 * public host, into the network that this machine is in.
 */
export const whyNotFrom = (from: URL, to: URL): string | undefined => {
  if (to.protocol === 'file:') {
    if (from.protocol !== 'file:') return 'a document from a URL reads no files';
    return namesFile(to) ? undefined : 'it names no file of this machine';
  }
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return 'only files and http(s) URLs are read';
  if (from.protocol !== 'file:' && isInner(to.hostname) && !isInner(from.hostname))
    return 'a document from a public host does not lead to a private address';
  return undefined;
};

/** A host, an encoded slash or a broken escape names none. */
const namesFile = (url: URL): boolean => {
  try {
    fileURLToPath(url);
    return true;
  } catch {
    return false;
  }
};

/** By the name or address as written: a public name for a private address is not looked up. */
const isInner = (hostname: string): boolean => {
  // A dot at the end makes a name no other.
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (isIP(host) === 4) return innerIpv4.test(host);
  if (isIP(host) === 6) return host === '::1' || host === '::' || /^(f[cd]|fe[89ab]|::ffff:|64:ff9b:)/.test(host);
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
};

/** RFC 6890: this host, private use, shared address space, loopback, link local. */
const innerIpv4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
