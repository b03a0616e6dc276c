/** Times in the notation of an example: `2024-01-15 10:00:00`, `2024-01-15T10:00:00.000000Z`, seconds as text. */

import { type Json, timeOf } from './json.ts';

/** A date-time or a date as text, a number since the epoch, or a text in the notation of another. */
export type TimeForm = 'date-time' | 'date' | 'seconds' | 'milliseconds' | { readonly like: string };

/** The time, in milliseconds since the epoch, in the form of a property. */
export const timeIn = (form: TimeForm, now: number): Json => {
  if (typeof form === 'object') return timeLike(now, form.like);
  switch (form) {
    case 'seconds':
      return Math.floor(now / 1000);
    case 'milliseconds':
      return now;
    case 'date':
      return new Date(now).toISOString().slice(0, 10);
    case 'date-time':
      return new Date(now).toISOString();
  }
};

const seconds = /^\d{10}$/;
const milliseconds = /^\d{13}$/;
/** A zone of whole hours, as PostgreSQL writes it. */
const timeWithHours = /^(.{16,})[+-]\d\d$/;

export const isDateText = (example: string): boolean => timeOf(example.replace(timeWithHours, '$1Z')) !== undefined;

/** Whether digits may be seconds or milliseconds since the epoch. A phone number may look the same. */
export const maybeEpoch = (example: string): boolean => seconds.test(example) || milliseconds.test(example);

/** `time`: milliseconds since the epoch. */
export const timeLike = (time: number, example: string): string => {
  if (milliseconds.test(example)) return String(time);
  if (seconds.test(example)) return String(Math.floor(time / 1000));
  const { separator, second = '', fraction = '', zone = '' } = parts.exec(example)?.groups ?? {};
  const [, sign = '', hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = hours === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const iso = new Date(time + offset).toISOString();
  if (separator === undefined) return iso.slice(0, 10);
  const digits = iso.slice(19, 23).padEnd(fraction.length, '0').slice(0, fraction.length);
  return `${iso.slice(0, 10)}${separator}${iso.slice(11, second === '' ? 16 : 19)}${digits}${zone}`;
};

const parts = /^.{10}(?<separator>[Tt ])\d\d:\d\d(?<second>:\d\d)?(?<fraction>\.\d+)?(?<zone>.*)$/;
