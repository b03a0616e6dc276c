/** Decodes and checks the parameters and the body of a request, and collects all violations. */

import type { Violation } from '../exchange.ts';
import {
  bodyLimit,
  contentOf,
  coversMediaType,
  essenceOf,
  type HttpRequest,
  headerOf,
  isJsonType,
} from '../http/http.ts';
import {
  escapePointer,
  isJsonObject,
  type Json,
  nothing,
  pathTo,
  unescapePointer,
  valueAt,
} from '../primitives/json.ts';
import { budgetForBody, OutOfSteps, type StepBudget } from '../primitives/step-budget.ts';
import { plainName } from '../primitives/words.ts';
import { type JsonType, missing, type Problem, tooManySteps, typeOf } from '../service/check.ts';
import type {
  BodyContent,
  BodySpec,
  DecodedParameter,
  Operation,
  Parameter,
  ParameterValues,
  SentFile,
} from '../service/operation.ts';
import type { Mistake } from '../service/service.ts';
import { messageOf, type Refusal, type RefusalKind, refuse } from './refusal.ts';

export interface Input {
  readonly parameters: ParameterValues;
  /** The body without undeclared and readOnly properties; undefined for a request without a body. */
  readonly body: Json | undefined;
  /** The media type as sent, in lower case and without parameters; undefined for a request without a body. */
  readonly mediaType: string | undefined;
  readonly file?: SentFile | undefined;
  readonly violations: readonly Violation[];
  readonly refusal: Refusal | undefined;
}

interface RawInput {
  readonly request: HttpRequest;
  readonly parameters: readonly DecodedParameter[];
}

type Mode = 'refuse' | 'report';

type NamesStored = (parameters: ParameterValues, index: number) => boolean;

/** In the mode `report`, only unreadable requests are rejected. Path values that `isStored` knows are accepted: documents have several schemas for one id. */
export const readInput = (
  operation: Operation,
  raw: RawInput,
  mode: Mode,
  isStored: NamesStored = () => false,
): Input => {
  const problems = new Problems(contentOf(raw.request.body)?.length ?? 0);
  const parameters = readParameters(operation.parameters, raw, mode, problems, isStored);
  const body = operation.body === undefined ? undefined : readBody(operation.body, raw, mode, problems);
  const contentType = headerOf(raw.request.headers, 'content-type');
  const mediaType = body === undefined || contentType === undefined ? undefined : essenceOf(contentType);
  const { violations, refusal } = problems;
  const file = problems.file ?? fileIn(raw.request, mediaType);
  return { parameters, body, mediaType, violations, refusal, ...(file !== undefined && { file }) };
};

const readParameters = (
  specs: readonly Parameter[],
  raw: RawInput,
  mode: Mode,
  problems: Problems,
  isStored: NamesStored,
): ParameterValues =>
  specs.map((spec, index) => {
    const decoded = raw.parameters[index];
    if (decoded === undefined) {
      if (spec.required) problems.addParameter(spec, [missing], mode, undefined);
      return spec.default;
    }
    if ('problem' in decoded) {
      problems.addParameter(spec, [decoded.problem], mode, '');
      return spec.default;
    }
    const found = spec.check(decoded.value, problems.budget);
    if (found.length === 0 || (spec.in === 'path' && isStored(valuesOf(raw.parameters), index))) return decoded.value;
    problems.addParameter(spec, found, mode, decoded.value);
    return mode === 'report' ? spec.clamp(decoded.value) : decoded.value;
  });

const valuesOf = (parameters: RawInput['parameters']): ParameterValues =>
  parameters.map((decoded) => (decoded !== undefined && 'value' in decoded ? decoded.value : undefined));

const readBody = (spec: BodySpec, raw: RawInput, mode: Mode, problems: Problems): Json | undefined => {
  const { body, headers } = raw.request;
  switch (body.type) {
    case 'none': {
      if (!spec.required) return undefined;
      const form = formFor(spec, headerOf(headers, 'content-type'));
      if (form !== undefined) return checkBody(form, { value: {} }, mode, problems);
      problems.addBody([missing], undefined, mode === 'refuse' || !isFillable(spec) ? 'body' : undefined);
      return undefined;
    }
    case 'too-large':
      problems.refuseBody('too-large', { rule: 'maxLength', message: bodyLimit(body.limitBytes) });
      return undefined;
    case 'bad-encoding':
      problems.refuseHeader('content-encoding', { rule: 'encoding', message: body.reason });
      return undefined;
  }
  const contentType = headerOf(headers, 'content-type');
  const content = contentFor(spec, contentType);
  if (content === undefined) {
    const expected = spec.contents.map((candidate) => candidate.mediaType).join(' or ');
    problems.refuseHeader('content-type', { rule: 'mediaType', message: `must be ${expected}` });
    return undefined;
  }
  const decoded = content.decode(body.type === 'text' ? body.text : body.bytes, contentType);
  if (!decoded.ok) {
    problems.refuseBody('body', { rule: 'syntax', message: decoded.reason, limit: decoded.syntax });
    return undefined;
  }
  problems.file = decoded.file;
  return checkBody(content, decoded, mode, problems);
};

const checkBody = (
  content: BodyContent,
  {
    value: sent,
    problems: unreadParts = [],
  }: { readonly value: Json; readonly problems?: readonly Problem[] | undefined },
  mode: Mode,
  problems: Problems,
): Json | undefined => {
  // The value is checked as sent: undeclared properties are removed, but a schema may forbid them.
  const checked = content.check(sent, problems.budget);
  const found = unreadParts.length === 0 ? checked : [...unreadParts, ...checked];
  const isRejected = mode === 'refuse' || (content.requiresObject && !isJsonObject(sent));
  if (found.length > 0) problems.addBody(found, sent, isRejected ? 'body' : undefined);
  const value = declaredPartOf(sent, content, problems);
  return value === undefined || found.length === 0 ? value : withoutProperties(value, found);
};

/** Returns undefined if its properties cannot be told apart within the steps of the request. Such a body is always rejected. */
const declaredPartOf = (sent: Json, { stripUndeclared }: BodyContent, problems: Problems): Json | undefined => {
  try {
    return stripUndeclared(sent, problems.budget);
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
    if (problems.refusal === undefined) problems.addBody([tooManySteps], sent, 'body');
    return undefined;
  }
};

const formTypes: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** The content for an empty form: it has no bytes, so that only its Content-Type shows that there is a body. */
const formFor = (spec: BodySpec, contentType: string | undefined): BodyContent | undefined =>
  contentType !== undefined && formTypes.has(essenceOf(contentType)) ? contentFor(spec, contentType) : undefined;

/** Whether a missing body can be replaced by an empty object. */
const isFillable = (spec: BodySpec) => spec.contents.some((content) => content.requiresObject);

const contentFor = (spec: BodySpec, contentType: string | undefined): BodyContent | undefined => {
  if (contentType === undefined || contentType === '') return undefined;
  const [first] = spec.contents;
  // The usual case: nothing to normalize.
  if (first?.mediaType === contentType && !contentType.includes(';')) return first;
  const mediaType = essenceOf(contentType);
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') return undefined;
  const named = (name: string): BodyContent | undefined =>
    spec.contents.find((content) => content.mediaType.replace(/\s/g, '').toLowerCase() === name);
  return (
    // `application/vnd.acme+json; version=2`
    named(contentType.replace(/\s/g, '').toLowerCase()) ??
    named(mediaType) ??
    spec.contents.find((content) => coversMediaType(content.mediaType, mediaType))
  );
};

/** The value without the first-level properties that have problems. */
const withoutProperties = (value: Json, problems: readonly Problem[]): Json => {
  if (!isJsonObject(value)) return value;
  const inProperties = problems.filter(({ pointer }) => pointer !== '');
  const wrong = new Set(inProperties.map(({ pointer }) => unescapePointer(pointer.split('/')[1] as string)));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name)));
};

const kinds: Readonly<Record<Parameter['in'], RefusalKind>> = {
  path: 'path-parameter',
  query: 'parameter',
  header: 'parameter',
  cookie: 'parameter',
};

/** Collects violations. The first one that requires a rejection determines its kind; all messages of that kind are joined. */
class Problems {
  /** Shared by all checks of the request. */
  readonly budget: StepBudget;
  file: SentFile | undefined;
  #violations: Violation[] | undefined;
  #kind: RefusalKind | undefined;
  #message = '';
  readonly #mistakes: Mistake[] = [];

  constructor(bodyLength: number) {
    this.budget = budgetForBody(bodyLength);
  }

  get violations(): readonly Violation[] {
    return this.#violations ?? nothing;
  }

  get refusal(): Refusal | undefined {
    return this.#kind === undefined ? undefined : { ...refuse(this.#kind, this.#message), mistakes: this.#mistakes };
  }

  /** `sent`: the value of the parameter; undefined if there is none. */
  addParameter(spec: Parameter, problems: readonly Problem[], mode: Mode, sent: Json | undefined): void {
    for (const problem of problems) {
      const pointer = `/${escapePointer(spec.name)}${problem.pointer}`;
      // A malformed id cannot match an item, regardless of the mode.
      const isRejected = mode === 'refuse' || spec.in === 'path';
      const type = typeAt(sent, problem.pointer);
      this.#add({ ...problem, in: spec.in, pointer, type }, isRejected ? kinds[spec.in] : undefined);
    }
  }

  /** `sent`: the body; undefined if there is none. */
  addBody(problems: readonly Problem[], sent: Json | undefined, kind: RefusalKind | undefined): void {
    for (const problem of problems) this.#add({ ...problem, in: 'body', type: typeAt(sent, problem.pointer) }, kind);
  }

  refuseBody(kind: RefusalKind, problem: Omit<Problem, 'pointer'>): void {
    this.addBody([{ ...problem, pointer: '' }], undefined, kind);
  }

  refuseHeader(name: string, problem: Omit<Problem, 'pointer'>): void {
    this.#add({ ...problem, in: 'header', pointer: `/${name}`, type: 'string' }, 'media-type');
  }

  /** `kind`: that of the refusal; undefined if the request is not rejected. */
  #add(mistake: Mistake, kind: RefusalKind | undefined): void {
    const { in: place, pointer, rule } = mistake;
    const message = messageOf(place, mistake);
    this.#violations ??= [];
    this.#violations.push({ side: 'request', in: place, pointer, rule, message });
    if (kind === undefined) return;
    this.#mistakes.push(mistake);
    if (this.#kind === undefined) [this.#kind, this.#message] = [kind, message];
    else if (this.#kind === kind) this.#message += `; ${message}`;
  }
}

const typeAt = (sent: Json | undefined, pointer: string): JsonType | undefined => {
  const value = sent === undefined ? undefined : valueAt(sent, pathTo(pointer));
  return value === undefined ? undefined : typeOf(value);
};

/** A body that is a file as a whole; undefined for JSON and for forms. */
export const fileIn = ({ body, headers }: HttpRequest, mediaType: string | undefined): SentFile | undefined => {
  const isFile = mediaType !== undefined && !isJsonType(mediaType) && !isForm(mediaType);
  const sent = isFile ? contentOf(body) : undefined;
  if (sent === undefined) return undefined;
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const [, quoted, plain] =
    /;\s*filename\s*=\s*(?:"([^"\\]*)"|([^\s;"]+))/i.exec(headerOf(headers, 'content-disposition') ?? '') ?? [];
  return { name: quoted ?? plain, type: mediaType as string, size: bytes.length, bytes };
};

const isForm = (mediaType: string) =>
  mediaType.startsWith('multipart/') || mediaType === 'application/x-www-form-urlencoded';

/** What these properties of one object state about a file, by name. */
export const factsAbout = (properties: Iterable<string>, file: SentFile): ReadonlyMap<string, Json> => {
  const facts = new Map<string, Json>();
  const known = statedAbout(file);
  let [name, hasType]: [string | undefined, boolean] = [undefined, false];
  for (const property of properties) {
    const fact = known.get(plainName(property));
    if (fact !== undefined) facts.set(property, fact);
    if (plainName(property) === 'name') name = property;
    hasType ||= fact === file.type;
  }
  // What has the type of a file is one, and its name is that of the file.
  if (name !== undefined && hasType && file.name !== undefined) facts.set(name, file.name);
  return facts;
};

/** What properties state about a file, by their names in plain form. */
const statedAbout = ({ name, type, size }: SentFile): ReadonlyMap<string, Json | undefined> => {
  const ext = /\.[^./\\]+$/.exec(name ?? '')?.[0];
  return new Map<string, Json | undefined>(
    Object.entries({
      ...{ filename: name, originalname: name, originalfilename: name },
      ...{ size, bytes: size, filesize: size, sizebytes: size, sizeinbytes: size, contentlength: size },
      ...{ mime: type, mimetype: type, filetype: type, contenttype: type, mediatype: type },
      ...{ ext, extension: ext, fileextension: ext },
    }),
  );
};
