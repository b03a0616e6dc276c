/** A delay as the duration of a fault, at most a day. */
export const delayText = (ms: number): string => `${Math.round(Math.min(Math.max(ms, 0), dayMs))}ms`;

const dayMs = 86_400_000;
