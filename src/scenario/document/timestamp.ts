/** World time in the format of scenarios and the control API. */

/** RFC 3339 is limited to the years 0 to 9999: a world outside them could not be saved. */
export const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const earliestTime = Date.parse('0000-01-01T00:00:00Z');

/** Whether a time (milliseconds since the epoch) can be formatted; false for NaN. */
export const isWritableTime = (time: number): boolean => time >= earliestTime && time <= latestTime;

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2})))?$/;

/**
 * Parses an RFC 3339 date-time, or a date (00:00:00 UTC), to milliseconds since the epoch; undefined for anything else. A
 * time without an offset is rejected: its meaning would depend on the machine.
 */
export const parseTimestamp = (text: string): number | undefined => {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const numbers = match.slice(1, 7).map((digits) => Number(digits ?? 0));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const date = new Date(0);
  // Not Date.UTC, which interprets the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have is one of another month.
  if (date.getUTCMonth() !== month - 1) return undefined;
  date.setUTCHours(hour, minute, second, Math.floor(Number(`0${match[7] ?? ''}`) * 1000));
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000;
  const time = date.getTime() - (match[8] === '-' ? -offset : offset);
  // An offset may move the time out of the range.
  return isWritableTime(time) ? time : undefined;
};

/** `2030-06-01T00:00:00Z`; with milliseconds only if they are not 0. */
export const formatTimestamp = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
