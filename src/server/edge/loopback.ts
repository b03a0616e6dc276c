/** Whether only this machine can reach a host: `localhost`, 127.0.0.0/8, `::1`, and IPv4-mapped addresses. */
export const isLoopback = (host: string): boolean => {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
};
