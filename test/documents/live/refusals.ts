/**
 * Requests that violate the public documents are rejected: without a required property of the body, without a required
 * parameter, or without a credential.
 */
import { expect } from 'vitest';
import { isExcepted } from '../exceptions.ts';
import { someOfEachKind, spreadOver } from '../sources.ts';
import { textsOf } from '../support/client.ts';
import { itemIn, withItem } from '../support/items.ts';
import { isJson } from '../support/judge.ts';
import type { LiveDocument } from '../support/live-documents.ts';
import {
  documentedAs,
  isObject,
  membersOf,
  type Raw,
  type RawObject,
  type RawOperation,
  successesOf,
} from '../support/raw-document.ts';
import type { BuiltBody, Parts } from '../support/requests.ts';
import { report } from '../support/table.ts';

interface Finding {
  readonly document: string;
  readonly operation: string;
  readonly kind: 'refusal: member' | 'refusal: parameter' | 'refusal: credential' | 'refusal: body';
  readonly what: string;
}

interface Counts {
  /** Whether incomplete bodies were sent, and requests without a parameter or a credential: 0 or 1. */
  readonly members: number;
  readonly parameters: number;
  readonly credentials: number;
  readonly findings: readonly Finding[];
}

/** Of a document, and of the properties of a body: the others are described alike. */
const maxOperations = 16;
const maxProperties = 4;

/** The body without one required property: once for each of a few, and once without all. */
const incompleteBodies = (live: LiveDocument, operation: RawOperation): readonly BuiltBody[] => {
  const { document, builder, judge } = live;
  const body = builder.bodyFor(operation, true);
  const item = itemIn(body?.value);
  if (body === undefined || item === undefined || !isObject(body.value)) return [];
  const { schema } = document.resolve(document.resolve(operation.body?.content)[body.mediaType]);
  const isRequired = operation.body?.required === true;
  const isValid = (value: Raw): boolean => judge.judgeValue(schema ?? true, value, 'request').length === 0;
  if (!isValid(body.value)) return [];
  const lessOne = Object.keys(item).map((name) =>
    withItem(body.value, item, Object.fromEntries(membersOf(item).filter(([other]) => other !== name))),
  );
  // A form without fields is no body, which is invalid only if the body is required.
  const isBody = (value: Raw): boolean => isJson(body.mediaType) || membersOf(value).length > 0 || isRequired;
  const isWrong = (value: Raw): boolean => isBody(value) && !isValid(value);
  return [...[{}].filter(isWrong), ...spreadOver(lessOne.filter(isWrong), maxProperties)].map((value) => ({
    mediaType: body.mediaType,
    value,
  }));
};

/** An undefined scheme requires nothing; a client certificate is not part of a request. */
const isProtected = ({ document: { raw, resolve } }: LiveDocument, { security }: RawOperation): boolean => {
  const schemes = resolve(resolve(raw.components).securitySchemes);
  return (
    security.length > 0 &&
    security.every((names) =>
      names.some((name) => schemes[name] !== undefined && resolve(schemes[name]).type !== 'mutualTLS'),
    )
  );
};

/** OpenAPI ignores header parameters of these names. */
const isIgnored = ({ in: place, name }: RawObject): boolean =>
  place === 'header' && /^(accept|content-type|authorization)$/i.test(String(name));

/** An object that is spread over the query, and is not seen there if it has no properties. */
const mayBeEmpty = ({ document, judge }: LiveDocument, { in: place, schema = true, style }: RawObject): boolean =>
  place === 'query' &&
  style === undefined &&
  document.resolve(schema).type === 'object' &&
  judge.judgeValue(schema, {}, 'request').length === 0;

const sweepOperation = async (live: LiveDocument, operation: RawOperation): Promise<Counts> => {
  const findings: Finding[] = [];
  const client = live.clientOf(`refusal-${live.document.operations.indexOf(operation)}`);
  // A body on GET is ignored.
  const bodies = ['GET', 'HEAD'].includes(operation.method) ? [] : incompleteBodies(live, operation);
  const required = operation.parameters.filter(
    (one) =>
      one.required === true && ['query', 'header'].includes(`${one.in}`) && !isIgnored(one) && !mayBeEmpty(live, one),
  );
  // The 404 of a missing item would hide the rejection; the credential is checked before.
  const known = bodies.length + required.length > 0 ? textsOf(await client.findIds(operation)) : new Map();
  const refuse = async (kind: Finding['kind'], statuses: readonly number[], parts: Partial<Parts>): Promise<void> => {
    const found = (of: Finding['kind'], what: string): void => {
      findings.push({ document: live.document.name, operation: operation.name, kind: of, what });
    };
    const answer = await client.send(operation, { known, isWhole: false, ...parts });
    const sent = parts.body === undefined ? '' : ` for ${JSON.stringify(parts.body.value).slice(0, 120)}`;
    if (!statuses.includes(answer.status)) found(kind, `${answer.status}${sent}`);
    const problems = documentedAs(operation, answer.status) ? live.judge.judgeAnswer(operation, answer) : [];
    if (problems.length > 0) found('refusal: body', `${answer.status} ${problems.slice(0, 3).join('; ')}`);
  };
  // Without a documented success the response is 501.
  const statuses = successesOf(operation).length === 0 ? [501] : clientErrors;
  for (const body of bodies) await refuse('refusal: member', statuses, { body });
  for (const { name } of required) await refuse('refusal: parameter', statuses, { without: String(name) });
  if (isProtected(live, operation)) await refuse('refusal: credential', [401, 403], { isWithCredential: false });
  return {
    members: Math.min(bodies.length, 1),
    parameters: Math.min(required.length, 1),
    credentials: isProtected(live, operation) ? 1 : 0,
    findings,
  };
};

const clientErrors = Array.from({ length: 100 }, (_one, at) => 400 + at);

const sweep = async (live: LiveDocument): Promise<readonly Counts[]> => {
  const counts: Counts[] = [];
  for (const operation of someOfEachKind(live.document.operations, maxOperations))
    counts.push(await sweepOperation(live, operation));
  return counts;
};

const tell = ({ document, operation, kind, what }: Finding): string => `${document}: ${operation}: ${kind}: ${what}`;

const rows: (readonly (string | number)[])[] = [];
const all: Finding[] = [];

export const reportRefusals = (): void => {
  const header = [
    ...['document', 'member missing', 'refused', 'parameter missing', 'refused', 'credential missing', 'refused'],
    'error bodies that break the document',
  ];
  report('documents-refusals', header, rows, all.map(tell));
};

export const expectRefusals = async (live: LiveDocument): Promise<void> => {
  const counts = await sweep(live);
  const findings = counts.flatMap((one) => one.findings);
  all.push(...findings);
  const sum = (key: 'members' | 'parameters' | 'credentials') => counts.reduce((total, one) => total + one[key], 0);
  const operationsWith = (kind: Finding['kind']) =>
    new Set(findings.filter((one) => one.kind === kind).map(({ operation }) => operation)).size;
  rows.push([
    ...[live.document.name, sum('members'), sum('members') - operationsWith('refusal: member')],
    ...[sum('parameters'), sum('parameters') - operationsWith('refusal: parameter')],
    ...[sum('credentials'), sum('credentials') - operationsWith('refusal: credential')],
    operationsWith('refusal: body'),
  ]);
  expect(findings.filter((one) => !isExcepted(one)).map(tell)).toEqual([]);
};
