/** Why an upstream did not respond, for the client: without credentials. */
import { formatDuration } from '../../../core/primitives/units.ts';

/** No response, or no further part of it, in time. */
export class UpstreamTimeout extends Error {}

/** A response that no server can send. */
export class NotHttp extends Error {
  override readonly name = 'HTTPParserError';
}

interface Circumstances {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly isClientGone: boolean;
}

export const describeFailure = (
  error: unknown,
  { url, timeoutMs, isClientGone }: Circumstances,
): { readonly status: number; readonly message: string } => {
  if (isClientGone) return { status: 502, message: 'The client disconnected before the upstream responded.' };
  const upstream = `The upstream ${url.origin}`;
  if (error instanceof UpstreamTimeout)
    return { status: 504, message: `${upstream} did not respond within ${formatDuration(timeoutMs)}.` };
  return { status: 502, message: `${upstream} ${reasonOf(error as NodeJS.ErrnoException)}` };
};

const notHttp = 'sent a response that is not HTTP.';

const reasonOf = ({ code = '', name, message }: NodeJS.ErrnoException): string => {
  // undici ends a connection with an upgrade that nobody asked for.
  if (name === 'HTTPParserError' || message === 'bad upgrade') return notHttp;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'cannot be reached: its name is not found.';
    case 'ECONNREFUSED':
      return 'cannot be reached: the connection was refused.';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'ended the connection before its response.';
    case 'ETIMEDOUT':
    // Of a host with several addresses, one was not reached in the time that Node gives it.
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'cannot be reached: there is no way to it.';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return notHttp;
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'sent a response whose headers are too long.';
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'EPROTO':
      return 'does not speak TLS as an https URL requires. Is it an http URL?';
    default:
      if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|DEPTH_ZERO/.test(code))
        return `has no valid certificate (${code}). NODE_EXTRA_CA_CERTS adds a private authority.`;
      return `cannot be reached: ${code || message}.`;
  }
};
