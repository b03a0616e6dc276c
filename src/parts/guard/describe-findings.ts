/** The error of `assertNoViolations`: each violation once, with what the document says there, and how often it was met. */
import { showValue } from '../../core/exchange.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { errorOf } from '../../library/find-violations.ts';
import { type DocumentedPlace, type LocateInDocument, placeInDocument } from './document-place.ts';
import type { GuardFinding } from './guard-findings.ts';

const maxShown = 20;

export const violationError = (groups: readonly GuardFinding[], locate: LocateInDocument, service: Service): Error => {
  const shown = groups.slice(0, maxShown).map((finding) => describeFinding(finding, locate, service));
  const more = groups.length > maxShown ? [`Not shown: ${groups.length - maxShown} more.`] : [];
  const title = `${formatCount(groups.length, 'violation')} of ${service.title} ${service.version}:`;
  const hint =
    'If one is intended, send "Vivarium-Expect: violation" with its request, or name its operation in `ignore`.';
  return errorOf('ViolationError', [title, ...shown, ...more, hint]);
};

/** The finding in some lines: whose it is, what is there, what the document says, and how often it was met. */
export const describeFinding = (finding: GuardFinding, locate: LocateInDocument, service: Service): string => {
  const { violation, subject, line, status, mediaType, value, count } = finding;
  const { side, pointer, message, rule } = violation;
  const whose = side === 'request' ? "the client's request" : "the mock's response";
  const operation = service.operations.find(({ name }) => name === violation.operation)?.pointer;
  const place = placeInDocument(service.document, violation, { operation, status, mediaType });
  const at = locate(place.pointer);
  const lineNumber = at?.line === undefined ? '' : `:${at.line}`;
  const where = at === undefined ? `#${place.pointer}` : `${at.file}${lineNumber}`;
  const said = saidAt(place, rule);
  return [
    `${subject}: ${whose}${pointer === '' ? '' : `, ${pointer}`}: ${message} (${rule})`,
    ...(value === undefined ? [] : [`  it is       ${value}`]),
    `  documented  ${where}${said === '' ? '' : `: ${said}`}`,
    `  met         ${count === 1 ? 'once' : `${count} times, first`} in ${line}`,
  ].join('\n');
};

/** For a status or a media type, these are the documented names. */
const saidAt = ({ pointer, value }: DocumentedPlace, rule: string): string => {
  if (rule === 'unmatched') return '';
  if (rule !== 'status' && rule !== 'mediaType') return showValue(value);
  return /\/(?:responses|content)$/.test(pointer) ? Object.keys(value ?? {}).join(', ') : '';
};

export const emptyError = ({ title }: Service): Error =>
  errorOf('UnjudgedError', [
    `No request for an operation of ${title} was judged: there is nothing to assert.`,
    'Does the server listen (`server.listen()`), is it the one that the test uses, and does `baseUrl` fit the addresses of its handlers? If nothing shall be sent, pass { allowEmpty: true }.',
  ]);
