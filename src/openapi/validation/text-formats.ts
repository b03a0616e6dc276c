/** The formats of JSON Schema and OpenAPI. Each test takes time in proportion to the text; a format not listed here is not tested. */

type TextFormat = (text: string) => boolean;

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** RFC 3339, 5.6: full-date. */
const isDate: TextFormat = (text) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  const last = Number(month) === 2 && isLeapYear(Number(year)) ? 29 : daysOf[Number(month) - 1];
  return last !== undefined && Number(day) >= 1 && Number(day) <= last;
};

const timeParts = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|[+-]\d\d(?::?\d\d)?)?$/i;

/** RFC 3339, 5.6: full-time. The second 60 is a leap second, which comes at the end of a day in UTC. */
const isTime =
  (needsZone: boolean): TextFormat =>
  (text) => {
    const [, hour, minute, second, zone] = timeParts.exec(text) ?? [];
    if (hour === undefined || (needsZone && zone === undefined)) return false;
    const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [undefined, '+', '0', '0'];
    const [hours, minutes, offsetHours, offsetMinutes] = [hour, minute, zoneHours, zoneMinutes ?? 0].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    if (hours > 23 || minutes > 59 || offsetHours > 23 || offsetMinutes > 59) return false;
    if (Number(second) < 60) return true;
    const day = 24 * 60;
    const offset = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -1 : 1);
    return Number(second) < 61 && (hours * 60 + minutes - offset + day) % day === day - 1;
  };

const isDateTime =
  (needsZone: boolean): TextFormat =>
  (text) => {
    const separator = /^[t\s]/i.test(text.slice(10)) && !/[t\s]/i.test(text.slice(11));
    return separator && isDate(text.slice(0, 10)) && isTime(needsZone)(text.slice(11));
  };

/** RFC 3339, appendix A. */
const isDuration: TextFormat = (text) =>
  text.length > 1 &&
  (/^P\d+W$/.test(text) || /^P(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/.test(text));

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const isIpv4: TextFormat = (text) => text.length <= 15 && ipv4.test(text);

/** RFC 4291, 2.2. */
const isIpv6: TextFormat = (text) => {
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const all = groups.flat();
  // The last two groups may be an IPv4 address.
  const [last] = groups.at(-1)?.slice(-1) ?? [];
  const hasIpv4 = last?.includes('.') ?? false;
  const plain = hasIpv4 ? all.slice(0, -1) : all;
  if (!plain.every((group) => /^[\da-f]{1,4}$/i.test(group)) || (hasIpv4 && !isIpv4(last as string))) return false;
  const count = plain.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
};

/** RFC 1123, 2.1. */
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const isLabel = (text: string): boolean => text.length <= 63 && label.test(text);
const isHostname: TextFormat = (text) => {
  const bare = text.endsWith('.') ? text.slice(0, -1) : text;
  return bare.length <= 253 && bare.split('.').every(isLabel);
};

/** The unquoted addresses of RFC 5322, 3.4.1, with a domain of two labels or more. */
const isEmail: TextFormat = (text) => {
  const atSign = text.indexOf('@');
  if (atSign < 1 || !/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i.test(text.slice(0, atSign))) return false;
  const labels = text.slice(atSign + 1).split('.');
  return (
    text.slice(0, atSign).split('.').every(Boolean) &&
    labels.length > 1 &&
    labels.every((domain) => domainLabel.test(domain))
  );
};
const domainLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** RFC 3986, 3: the parts of a URI, separated by the first of each delimiter. */
const uriParts = /^(?:([a-z][a-z0-9+\-.]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const escaped = '%[\\da-f]{2}';
const charactersOf = (more: string): RegExp => new RegExp(`^(?:[a-z\\d\\-._~!$&'()*+,;=${more}]|${escaped})*$`, 'i');
const pathCharacters = charactersOf('"/:@');
const queryCharacters = charactersOf('"/:@?');
const userCharacters = charactersOf(':');
const hostCharacters = charactersOf('"');

const isAuthority = (text: string): boolean => {
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
  const [, , authority, path = '', query = '', fragment = ''] = uriParts.exec(text) ?? [];
  return (
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

const publicDomain = /^[a-z\u{a1}-\u{ffff}]{2,}$/iu;
const urlLabel = /^[a-z0-9\u{a1}-\u{ffff}]+$/iu;

/** A public host: a name below a top-level domain, or an IPv4 address that is not private. */
const isPublicHost = (host: string): boolean => {
  if (isIpv4(host)) {
    const [first = 0, second = 0, , last = 0] = host.split('.').map(Number);
    const isPrivate =
      first === 10 ||
      first === 127 ||
      (first === 169 && second === 254) ||
      (first === 192 && second === 168) ||
      (first === 172 && second >= 16 && second <= 31);
    return first >= 1 && first <= 223 && last >= 1 && last <= 254 && !isPrivate;
  }
  const labels = host.split('.');
  const isLabelled = labels.every((domain) => domain.split('-').every((part) => urlLabel.test(part)));
  return labels.length > 1 && isLabelled && publicDomain.test(labels.at(-1) as string);
};

/** An absolute URL of a public host, as front ends expect it. No standard defines `url`. */
const isUrl: TextFormat = (text) => {
  const [, remaining] = /^(?:https?|ftp):\/\/(\S+)$/i.exec(text) ?? [];
  if (remaining === undefined) return false;
  // The text before an "@" may contain anything, so the host may follow any "@".
  for (let start = 0; ; ) {
    const end = remaining.slice(start).search(/[/@]/);
    const address = end < 0 ? remaining.slice(start) : remaining.slice(start, start + end);
    const [, host = '', port] = /^([^:]*)(?::(.*))?$/.exec(address) ?? [];
    const isWhole = end < 0 || remaining[start + end] === '/';
    if (isWhole && (port === undefined || /^\d{2,5}$/.test(port)) && isPublicHost(host)) return true;
    const atSign = remaining.indexOf('@', start);
    if (atSign < 0) return false;
    start = atSign + 1;
  }
};

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
  ['time', isTime(true)],
  ['date-time', isDateTime(true)],
  ['iso-time', isTime(false)],
  ['iso-date-time', isDateTime(false)],
  ['duration', isDuration],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uri-template', isUriTemplate],
  ['url', isUrl],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['regex', isRegularExpression],
  ['uuid', (text) => /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)],
  ['json-pointer', (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)],
  ['json-pointer-uri-fragment', (text) => /^#(?:\/(?:[\w\-.!$&'()*+,;:=@]|%[\da-f]{2}|~[01])*)*$/i.test(text)],
  ['relative-json-pointer', (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text)],
  ['byte', isBase64],
]);

type Numeric = number | bigint;

const isWithin =
  (low: bigint, end: bigint) =>
  (value: Numeric): boolean =>
    (typeof value === 'bigint' || Number.isInteger(value)) && value >= low && value < end;

export const numberFormats: ReadonlyMap<string, (value: Numeric) => boolean> = new Map([
  ['int32', isWithin(-(2n ** 31n), 2n ** 31n)],
  ['int64', isWithin(-(2n ** 63n), 2n ** 63n)],
]);
