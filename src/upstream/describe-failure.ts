/** Why an upstream did not respond, for the client: without credentials. */
import { formatDuration } from '../core/primitives/units.ts';

/** No response, or no further part of it, in time. */
export class UpstreamTimeout extends Error {}

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
  const { code = '', message } = error as NodeJS.ErrnoException;
  return { status: 502, message: `${upstream} ${reasonOf(code, message)}` };
};

const reasonOf = (code: string, message: string): string => {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'cannot be reached: its name is not found.';
    case 'ECONNREFUSED':
      return 'cannot be reached: the connection was refused.';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'ended the connection before its response.';
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'cannot be reached: there is no way to it.';
    case 'HPE_HEADER_OVERFLOW':
      return 'sent a response whose headers are too long.';
    case 'EPROTO':
      return 'does not speak TLS as an https URL requires. Is it an http URL?';
    default:
      if (code.startsWith('HPE_')) return 'sent a response that is not HTTP.';
      if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|DEPTH_ZERO/.test(code))
        return `has no valid certificate (${code}). NODE_EXTRA_CA_CERTS adds a private authority.`;
      return `cannot be reached: ${code || message}.`;
  }
};
