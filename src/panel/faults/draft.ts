/** Converts faults between the texts of a form and the format of the control API and scenario files. */
import { isObject, type Json, type JsonObject, parseJson, writeJson } from '../api/json.ts';
import type { Fault } from '../api/types.ts';
import { type EffectName, effectNames } from './effects.ts';

export interface FaultDraft {
  readonly name: string;
  readonly isNew: boolean;
  readonly isBuiltIn: boolean;
  readonly description: string;
  readonly enabled: boolean;
  readonly operations: readonly string[];
  /** Separated by commas. */
  readonly services: string;
  readonly methods: string;
  readonly paths: string;
  /** One `name: value` per line. */
  readonly query: string;
  readonly header: string;
  /** A part of the body, as JSON. */
  readonly requestBody: string;
  readonly after: string;
  readonly every: string;
  readonly first: string;
  readonly chance: string;
  readonly from: string;
  readonly for: string;
  readonly effect: EffectName;
  readonly status: string;
  readonly headers: string;
  readonly body: string;
  /** The name of an example of the document. */
  readonly example: string;
  readonly work: string;
  /** `200ms`, `100ms - 900ms`, or `median 200ms, p99 2s`. */
  readonly latency: string;
  readonly bandwidth: string;
  readonly chunks: string;
  readonly over: string;
  readonly transport: string;
  readonly contract: string;
  /** A JSON Pointer. */
  readonly at: string;
  readonly extreme: string;
  readonly token: string;
}

export const newDraft = (name = ''): FaultDraft => ({
  name,
  isNew: true,
  isBuiltIn: false,
  description: '',
  enabled: true,
  operations: [],
  services: '',
  methods: '',
  paths: '',
  query: '',
  header: '',
  requestBody: '',
  after: '',
  every: '',
  first: '',
  chance: '',
  from: '',
  for: '',
  effect: 'status',
  status: '503',
  headers: '',
  body: '',
  example: '',
  work: '',
  latency: '2s',
  bandwidth: '10KB',
  chunks: '5',
  over: '2s',
  transport: 'reset',
  contract: 'missing-required',
  at: '',
  extreme: 'minimal',
  token: 'expired',
});

export const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const toText = (value: Json | undefined): string => (value === undefined || value === null ? '' : String(value));
const toLines = (value: JsonObject | undefined): string =>
  Object.entries(value ?? {})
    .map(([name, item]) => `${name}: ${toText(item)}`)
    .join('\n');
const toJson = (value: Json | undefined): string => (value === undefined ? '' : writeJson(value, 2));

export const draftOf = (fault: Fault): FaultDraft => {
  const { on = {}, when = {} } = fault;
  const empty = newDraft(fault.name);
  return {
    ...empty,
    isNew: false,
    isBuiltIn: fault.builtIn,
    description: fault.description,
    enabled: fault.enabled,
    operations: toList(on.operation),
    services: toList(on.service).join(', '),
    methods: toList(on.method).join(', '),
    paths: toList(on.path).join(', '),
    query: toLines(on.query),
    header: toLines(on.header),
    requestBody: toJson(on.body),
    after: toText(when.after),
    every: toText(when.every),
    first: toText(when.first),
    chance: toText(when.chance),
    from: toText(when.from),
    for: toText(when.for),
    effect: effectNames.find((effect) => fault[effect] !== undefined) ?? 'status',
    status: toText(fault.status) || empty.status,
    headers: toLines(fault.headers),
    body: toJson(fault.body),
    example: fault.example ?? '',
    work: fault.work ?? '',
    latency: fault.latency === undefined ? empty.latency : latencyText(fault.latency),
    bandwidth: fault.bandwidth ?? empty.bandwidth,
    chunks: toText(fault.dribble?.chunks) || empty.chunks,
    over: toText(fault.dribble?.over) || empty.over,
    transport: fault.transport ?? empty.transport,
    contract: fault.contract ?? empty.contract,
    at: fault.at ?? '',
    extreme: fault.extreme ?? empty.extreme,
    token: fault.token ?? empty.token,
  };
};

const latencyText = (latency: Json): string => {
  if (!isObject(latency)) return toText(latency);
  return latency.min === undefined
    ? `median ${toText(latency.median)}, p99 ${toText(latency.p99)}`
    : `${toText(latency.min)} - ${toText(latency.max)}`;
};

export type DraftErrors = { readonly [Field in keyof FaultDraft]?: string | undefined };

export interface ReadDraft {
  /** The fault in the format of a scenario file, which the control API accepts too. */
  readonly fault: JsonObject;
  readonly errors: DraftErrors;
}

/** Reads a draft. Fields that cannot be read are reported and omitted. The server checks the rest. */
export const readDraft = (draft: FaultDraft): ReadDraft => {
  const reader = new FieldReader(draft);
  if (reader.text('name') === undefined) reader.errors.name = 'is required';
  const on = defined({
    operation: oneOrMore(draft.operations),
    service: oneOrMore(split(draft.services)),
    method: oneOrMore(split(draft.methods).map((method) => method.toUpperCase())),
    path: oneOrMore(split(draft.paths)),
    query: reader.pairs('query'),
    header: reader.pairs('header'),
    body: reader.json('requestBody'),
  });
  const when = defined({
    from: reader.text('from'),
    for: reader.text('for'),
    after: reader.number('after'),
    every: reader.number('every'),
    first: reader.number('first'),
    chance: reader.number('chance'),
  });
  const fault = defined({
    ...(draft.isBuiltIn ? { use: draft.name } : { name: draft.name.trim() }),
    on: isEmpty(on) ? undefined : on,
    when: isEmpty(when) ? undefined : when,
    enabled: draft.enabled ? undefined : false,
    ...readEffect(draft, reader),
  });
  return { fault, errors: reader.errors };
};

const readEffect = (draft: FaultDraft, reader: FieldReader): JsonObject => {
  switch (draft.effect) {
    case 'status':
      return {
        status: reader.number('status'),
        headers: reader.pairs('headers'),
        body: reader.json('body'),
        example: reader.text('example'),
        work: reader.text('work'),
      };
    case 'latency':
      return { latency: readLatency(draft.latency) };
    case 'bandwidth':
      return { bandwidth: reader.text('bandwidth') };
    case 'dribble':
      return { dribble: defined({ chunks: reader.number('chunks'), over: reader.text('over') }) };
    case 'transport':
      return { transport: draft.transport, work: reader.text('work') };
    case 'contract':
      return { contract: draft.contract, at: reader.text('at') };
    case 'extreme':
      return { extreme: draft.extreme };
    case 'token':
      return { token: draft.token };
    default:
      return draft.effect satisfies never;
  }
};

/** Reads single fields of a draft, and collects their errors. Empty fields are undefined. */
class FieldReader {
  readonly errors: Record<string, string> = {};
  readonly #draft: FaultDraft;

  constructor(draft: FaultDraft) {
    this.#draft = draft;
  }

  text(field: keyof FaultDraft): string | undefined {
    return String(this.#draft[field]).trim() || undefined;
  }

  number(field: keyof FaultDraft): number | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (Number.isFinite(value)) return value;
    this.errors[field] = 'must be a number';
    return undefined;
  }

  json(field: keyof FaultDraft): Json | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    try {
      return parseJson(text) as Json;
    } catch {
      this.errors[field] = 'must be JSON';
      return undefined;
    }
  }

  /** Lines such as `name: value`. */
  pairs(field: keyof FaultDraft): JsonObject | undefined {
    const entries: [string, string][] = [];
    for (const line of String(this.#draft[field]).split('\n')) {
      if (line.trim() === '') continue;
      const colon = line.indexOf(':');
      if (colon < 1) this.errors[field] = 'must have a line for each, such as "name: value"';
      else entries.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
    }
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
}

const readLatency = (text: string): Json => {
  const [, min, max] = /^\s*(\S+)\s*(?:-|–|to)\s*(\S+)\s*$/.exec(text) ?? [];
  if (min !== undefined && max !== undefined) return { min, max };
  const [, median, p99] = /^\s*median\s+([^\s,]+)[\s,]+p99\s+(\S+)\s*$/.exec(text) ?? [];
  return median !== undefined && p99 !== undefined ? { median, p99 } : text.trim();
};

/** The body of a PUT. Null removes the conditions that the form leaves empty. */
export const toChange = (draft: FaultDraft, fault: JsonObject): JsonObject => {
  const { name: _name, use: _use, ...parts } = fault;
  return { on: null, when: null, ...parts, enabled: draft.enabled };
};

const split = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const oneOrMore = (values: readonly string[]): Json | undefined =>
  values.length === 0 ? undefined : values.length === 1 ? values[0] : values;

const defined = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0;
