import { statusText } from './status-text.ts';

/** The body of an error without a type of its own (RFC 9457); `detail` states the failure and the remedy. */
export const problemDetails = (status: number, detail: string) => ({
  type: 'about:blank',
  title: statusText(status),
  status,
  detail,
});

export const problemMediaType = 'application/problem+json';
