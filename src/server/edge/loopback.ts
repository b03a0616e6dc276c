import { isIPv4 } from 'node:net';

/** Whether only this machine can reach a host: `localhost`, 127.0.0.0/8, `::1`, and IPv4-mapped addresses. */
export const isLoopback = (host: string): boolean => {
  // Nearly every host is one of these, and each forwarded request asks twice.
  if (host === '127.0.0.1' || host === 'localhost') return true;
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
};
