/** The words by which documents name errors, by status. */
import { statusText } from '../../core/http/status-text.ts';

/** Prepares a text for comparison: `NOT_FOUND`, `NotFound` and `not-found` are equal. */
const comparable = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The first word of a status is the most exact. */
const wordsByStatus: ReadonlyMap<number, readonly string[]> = new Map(
  Object.entries({
    400: 'badrequest invalidrequest validationerror validationfailed validation invalidargument invalidinput invalidparameter invalid malformed badinput',
    401: 'unauthorized unauthenticated notauthenticated authenticationfailed authenticationfailure authenticationerror authenticationrequired authentication invalidtoken tokenexpired invalidapikey invalidcredentials unauthorised',
    402: 'paymentrequired',
    403: 'forbidden permissiondenied accessdenied notauthorized notallowed permissionerror insufficientpermissions permission authorization',
    404: 'notfound resourcenotfound missing doesnotexist nosuch',
    405: 'methodnotallowed',
    406: 'notacceptable',
    408: 'requesttimeout timeout',
    409: 'conflict alreadyexists duplicate resourceconflict exists',
    410: 'gone',
    412: 'preconditionfailed',
    413: 'contenttoolarge payloadtoolarge requestentitytoolarge toolarge',
    415: 'unsupportedmediatype',
    422: 'unprocessablecontent unprocessableentity unprocessable validationerror validationfailed validation invalidrequest invalid',
    423: 'locked',
    429: 'toomanyrequests ratelimited ratelimitexceeded ratelimit resourceexhausted throttled throttling quotaexceeded',
    500: 'internalservererror internalerror internal servererror unexpected unknown apierror',
    501: 'notimplemented',
    502: 'badgateway',
    503: 'serviceunavailable unavailable overloaded maintenance',
    504: 'gatewaytimeout deadlineexceeded timeout',
  }).map(([status, words]) => [Number(status), words.split(' ')]),
);

const wordsFor = (status: number): readonly string[] => wordsByStatus.get(status) ?? [comparable(statusText(status))];

/** Shorter words occur in others. */
const minPart = 4;

/**
 * How well a name or a value fits a status: more than 0 if it names the status, less than 0 if it names another one. A word
 * that comes first fits better.
 */
export const fitOf = (text: string, status: number): number => {
  const whole = comparable(text);
  const bare = whole.replace(/(error|exception|response|problem|failure|body|dto|model)+$/, '');
  const words = wordsFor(status);
  if (whole === String(status)) return 2;
  const exact = words.findIndex((word) => word === whole || word === bare);
  if (exact >= 0) return 2 - exact / words.length;
  if (isNamed(whole, bare, status)) return -1;
  const part = words.findIndex((word) => word.length >= minPart && whole.includes(word));
  if (part >= 0) return 1 - part / words.length;
  return includesOther(whole, status) ? -1 : 0;
};

/** Whether the text is a word of another status. */
const isNamed = (whole: string, bare: string, status: number): boolean =>
  [...wordsByStatus].some(([other, words]) => other !== status && (words.includes(whole) || words.includes(bare)));

const includesOther = (whole: string, status: number): boolean =>
  [...wordsByStatus].some(
    ([other, words]) => other !== status && words.some((word) => word.length >= minPart && whole.includes(word)),
  );

/** A code for a status, in the spelling of another code: `NOT_FOUND`, `not-found`, `NotFound`, else `not_found`. */
export const codeFor = (status: number, like: string): string => {
  const words = statusText(status)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  if (/^\d{3}$/.test(like)) return String(status);
  if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(like)) return words.join('_').toUpperCase();
  if (/^[a-z0-9]+(-[a-z0-9]+)+$/.test(like)) return words.join('-');
  const capitalized = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  if (/^[A-Z][a-z0-9]+([A-Z][a-z0-9]*)+$/.test(like)) return capitalized;
  if (/^[a-z0-9]+([A-Z][a-z0-9]*)+$/.test(like)) return `${words[0]}${capitalized.slice((words[0] as string).length)}`;
  return words.join('_');
};
