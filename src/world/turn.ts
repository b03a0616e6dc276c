import { monotonicMs } from './clock.ts';

/** Long enough that pausing costs little, and too short to be noticed. */
const turnMs = 10;

/** Whether the turn that begins now should end. */
export const startTurn = (lengthMs = turnMs): (() => boolean) => {
  const end = monotonicMs() + lengthMs;
  return () => monotonicMs() >= end;
};
