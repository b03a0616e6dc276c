/** Whether a name or address can only be reached from this machine: `localhost`, 127.0.0.0/8, `::1`, also as IPv4-mapped. */
export const isLoopback = (host: string): boolean => {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
};
