/** Milliseconds of processor time. Unlike real time it does not depend on the load of the machine. */
export const cpuMsOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
