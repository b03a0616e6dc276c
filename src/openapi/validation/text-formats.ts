/** The formats of JSON Schema and OpenAPI. Each test takes time in proportion to the text; a format not listed here is not tested. */
import { isWhole, type Numeric } from '../../core/primitives/json.ts';

type TextFormat = (text: string) => boolean;

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** RFC 3339, 5.6: full-date. */
const isDate: TextFormat = (text) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  const last = Number(month) === 2 && isLeapYear(Number(year)) ? 29 : daysOf[Number(month) - 1];
  return last !== undefined && Number(day) >= 1 && Number(day) <= last;
};

const timeParts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(z|([+-])(\d\d):(\d\d))?$/i;

/** Minutes since midnight in UTC; less than 0 or more than a day if the offset moves the time to another day. */
interface ClockTime {
  readonly minutes: number;
  readonly isLeapSecond: boolean;
  readonly hasZone: boolean;
}

const minutesPerDay = 24 * 60;

/** RFC 3339, 5.6: full-time, or partial-time without a zone. The letters of its grammar match both cases (RFC 5234, 2.3). */
const readTime = (text: string): ClockTime | undefined => {
  const [, hour, minute, second, zone, sign, zoneHour = '0', zoneMinute = '0'] = timeParts.exec(text) ?? [];
  if (hour === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  return { minutes, isLeapSecond: second === '60', hasZone: zone !== undefined };
};

/** A leap second is the last one of a day in UTC. */
const isLocalTime: TextFormat = (text) => {
  const time = readTime(text);
  if (time === undefined) return false;
  return !time.isLeapSecond || (time.minutes + minutesPerDay) % minutesPerDay === minutesPerDay - 1;
};

/** RFC 3339, 5.6: date-time. A leap second comes at the end of a month in UTC (5.7). */
const isDateTime: TextFormat = (text) => {
  if (!/^t/i.test(text.slice(10)) || !isDate(text.slice(0, 10))) return false;
  const time = readTime(text.slice(11));
  if (time?.hasZone !== true || !time.isLeapSecond) return time?.hasZone === true;
  const next = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  next.setUTCMinutes(time.minutes + 1);
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0;
};

/** The formats `iso-time` and `iso-date-time` of ajv: the zone is optional, and a space may separate date and time. */
const isLocalDateTime: TextFormat = (text) =>
  /^[t\s]/i.test(text.slice(10)) && isDate(text.slice(0, 10)) && isLocalTime(text.slice(11));

/** RFC 3339, appendix A. Its grammar omits no unit between two others: PT1H5S is a duration in ISO 8601 only. */
const timeDuration = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)';
const dateDuration = '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)';
const duration = new RegExp(`^P(?:\\d+W|${dateDuration}(?:${timeDuration})?|${timeDuration})$`, 'i');

/** RFC 3986, 3.2.2: dec-octet. The zeros that the grammar of RFC 2673, 3.2 allows before a number are octal for some readers (RFC 6943, 3.1.1). */
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const isIpv4: TextFormat = (text) => text.length <= 15 && ipv4.test(text);

/** RFC 4291, 2.2, as the platform reads it in a URL. */
const isIpv6: TextFormat = (text) => /^[\da-f:.]{2,45}$/i.test(text) && URL.canParse(`http://[${text}]`);

/** RFC 1123, 2.1: the names of RFC 952, which do not end with a dot, and never have the form of an IPv4 address. */
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const isLabel = (text: string) => text.length <= 63 && label.test(text);
const isDomain = (text: string) => text.length <= 253 && text.split('.').every(isLabel);
const isHostname: TextFormat = (text) => isDomain(text) && !/^\d+\.\d+\.\d+\.\d+$/.test(text);

interface Mail {
  readonly atom: RegExp;
  readonly quoted: RegExp;
  readonly isDomain: (text: string) => boolean;
}

/** RFC 5321, 4.1.2: Dot-string, Quoted-string and Domain, with the length of 4.5.3.1.1. */
const mail: Mail = {
  atom: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i,
  quoted: /^"(?:[ !#-[\]-~]|\\[ -~])*"$/,
  isDomain,
};
/** RFC 6531, 3.3: also characters that are not ASCII. */
const internationalMail: Mail = {
  atom: /^[a-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10ffff}-]+$/iu,
  quoted: /^"(?:[ !#-[\]-~\u{80}-\u{10ffff}]|\\[ -~])*"$/u,
  isDomain: (text) =>
    text.length <= 253 &&
    text
      .split('.')
      .every((name) => name.length <= 63 && /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(name)),
};

const maxLocalPart = 64;

const isMailbox =
  ({ atom, quoted, isDomain: isHost }: Mail): TextFormat =>
  (text) => {
    const atSign = text.lastIndexOf('@');
    const [local, domain] = [text.slice(0, Math.max(atSign, 0)), text.slice(atSign + 1)];
    if (local === '' || local.length > maxLocalPart) return false;
    if (!quoted.test(local) && !local.split('.').every((part) => atom.test(part))) return false;
    const [, literal] = /^\[(.*)\]$/.exec(domain) ?? [];
    if (literal === undefined) return isHost(domain);
    return isIpv4(literal) || (/^ipv6:/i.test(literal) && isIpv6(literal.slice(5)));
  };

/** RFC 3986, 3: the parts of a URI, separated by the first of each delimiter. */
const uriParts = /^(?:([a-z][a-z0-9+\-.]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const escaped = '%[\\da-f]{2}';
const charactersOf = (more: string): RegExp => new RegExp(`^(?:[a-z\\d\\-._~!$&'()*+,;=${more}]|${escaped})*$`, 'i');
const pathCharacters = charactersOf('/:@');
const queryCharacters = charactersOf('/:@?');
const userCharacters = charactersOf(':');
const hostCharacters = charactersOf('');

const isAuthority = (text: string) => {
  const atSign = text.lastIndexOf('@');
  if (atSign >= 0 && !userCharacters.test(text.slice(0, atSign))) return false;
  const host = text.slice(atSign + 1);
  const [, literal, port] = /^\[([^\]]*)\](?::(\d*))?$/.exec(host) ?? [];
  if (literal !== undefined) return isIpv6(literal) || /^v[\da-f]+\.[a-z\d\-._~!$&'()*+,;=:]+$/i.test(literal);
  const colon = host.indexOf(':');
  const name = colon < 0 ? host : host.slice(0, colon);
  return port === undefined && hostCharacters.test(name) && (colon < 0 || /^\d*$/.test(host.slice(colon + 1)));
};

const isUriReference: TextFormat = (text) => {
  const [, scheme, authority, path = '', query = '', fragment = ''] = uriParts.exec(text) ?? [];
  // A colon in the first segment would end a scheme (path-noscheme).
  const isAmbiguous = scheme === undefined && authority === undefined && /^[^/]*:/.test(path);
  return (
    !isAmbiguous &&
    (authority === undefined || isAuthority(authority)) &&
    pathCharacters.test(path) &&
    queryCharacters.test(query) &&
    queryCharacters.test(fragment)
  );
};

const isUri: TextFormat = (text) => /^[a-z][a-z0-9+\-.]*:/i.test(text) && isUriReference(text);

/** RFC 6570. */
const isUriTemplate: TextFormat = (text) =>
  /^(?:[!#$&(-;=?-[\]_a-z~\u007f-\uffff]|%[\da-f]{2}|\{[+#./;?&=,!@|]?[^{}]+\})*$/i.test(text) &&
  (text.match(/\{[^{}]*\}/g) ?? []).every((expression) =>
    expression
      .slice(1, -1)
      .replace(/^[+#./;?&=,!@|]/, '')
      .split(',')
      .every((variable) => /^(?:[a-z0-9_]|%[\da-f]{2})+(?::[1-9]\d{0,3}|\*)?$/i.test(variable)),
  );

/** An absolute URL with a host, or with its data. No standard defines the format `url`; people use it for any address, also of a local server. */
const isUrl: TextFormat = (text) => /^(?:data:|[a-z][a-z0-9+\-.]*:\/\/(?![/?#]))\S+$/i.test(text);

/** RFC 9562, 4. The prefix of its URN is not part of a UUID. */
const isUuid: TextFormat = (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** RFC 4648, 4; lines may be broken, as in MIME (RFC 2045, 6.8). */
const isBase64: TextFormat = (text) => {
  const unbroken = text.replace(/\r?\n/g, '');
  return unbroken.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(unbroken);
};

const isRegularExpression: TextFormat = (text) => {
  // An anchor of other dialects, which JavaScript reads as a letter.
  if (/[^\\]\\Z/.test(text)) return false;
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
};

export const textFormats: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['date', isDate],
  ['time', (text) => readTime(text)?.hasZone === true && isLocalTime(text)],
  ['date-time', isDateTime],
  ['iso-time', isLocalTime],
  ['iso-date-time', isLocalDateTime],
  ['duration', (text) => duration.test(text)],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uri-template', isUriTemplate],
  ['url', isUrl],
  ['email', isMailbox(mail)],
  ['idn-email', isMailbox(internationalMail)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['regex', isRegularExpression],
  ['uuid', isUuid],
  ['json-pointer', (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)],
  ['json-pointer-uri-fragment', (text) => /^#(?:\/(?:[\w\-.!$&'()*+,;:=@]|%[\da-f]{2}|~[01])*)*$/i.test(text)],
  ['relative-json-pointer', (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text)],
  ['byte', isBase64],
]);

/** Whether a number has so many bits. The bounds are powers of two, which doubles represent exactly. */
const isSigned = (bits: number) => {
  const end = 2 ** (bits - 1);
  return (value: Numeric): boolean => isWhole(value) && value >= -end && value < end;
};

export const numberFormats: ReadonlyMap<string, (value: Numeric) => boolean> = new Map([
  ['int32', isSigned(32)],
  ['int64', isSigned(64)],
]);
