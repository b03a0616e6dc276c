/** Converts faults between the texts of a form and the format of the control API and scenario files. */
import {
  type EffectParameter,
  type EffectType,
  type effects,
  effectTypes,
  rowOf,
} from '../../../core/faults/effects.ts';
import { type Fault, isObject, type Json, type JsonObject, tryParse, writeJson } from '../api/panel-client.ts';

/** What is no text of a field. */
interface FaultHead {
  readonly name: string;
  readonly isNew: boolean;
  readonly isBuiltIn: boolean;
  readonly description: string;
  readonly enabled: boolean;
  readonly operations: readonly string[];
  readonly effect: EffectType;
}

/** `list`: separated by commas. `headers`: one `name: value` per line. `share`: a number that may be a fraction. */
type FieldKind = EffectParameter['kind'] | 'list' | 'text' | 'share';

export interface FieldStyle {
  readonly kind: FieldKind;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** What can be chosen. */
  readonly values?: readonly string[];
  readonly usual?: string;
}

/** The property of a fault that a condition is, and its field. */
export interface Condition extends FieldStyle {
  readonly part: 'on' | 'when';
  readonly property: string;
}

export const conditions = {
  services: { part: 'on', property: 'service', kind: 'list', label: 'Service' },
  methods: { part: 'on', property: 'method', kind: 'list', label: 'Method', placeholder: 'GET, POST' },
  paths: {
    ...{ part: 'on', property: 'path', kind: 'list', label: 'Path', placeholder: '/orders/*' },
    hint: 'Below the base path. * stands for anything.',
  },
  query: { part: 'on', property: 'query', kind: 'headers', label: 'Query', placeholder: 'status: sold' },
  header: { part: 'on', property: 'header', kind: 'headers', label: 'Headers', placeholder: 'user-agent: *Mobile*' },
  requestBody: {
    ...{ part: 'on', property: 'body', kind: 'json', label: 'Part of the body' },
    placeholder: '{ "status": "sold" }',
  },
  after: { part: 'when', property: 'after', kind: 'count', label: 'After', hint: 'Skip this many.' },
  every: { part: 'when', property: 'every', kind: 'count', label: 'Every', hint: 'Then each nth.' },
  first: { part: 'when', property: 'first', kind: 'count', label: 'First', hint: 'At most this many.' },
  chance: { part: 'when', property: 'chance', kind: 'share', label: 'Chance', hint: 'From 0 to 1.' },
  from: {
    ...{ part: 'when', property: 'from', kind: 'text', label: 'From' },
    hint: 'For example 30s, counted from switching it on.',
  },
  for: { part: 'when', property: 'for', kind: 'text', label: 'For', hint: 'For example 10s.' },
} as const satisfies Readonly<Record<string, Condition>>;

export type ConditionField = keyof typeof conditions;

type FieldsOf<Parameters> = {
  [Name in keyof Parameters]: Parameters[Name] extends { readonly fields: infer Fields } ? keyof Fields : Name;
}[keyof Parameters];

/** The fields of all effects, each with a text: of a map, those of its parts. */
export type EffectField = { [Type in EffectType]: FieldsOf<(typeof effects)[Type]['parameters']> }[EffectType];

export type FaultDraft = FaultHead & Readonly<Record<ConditionField | EffectField, string>>;

/** The parameters of an effect by the names of their fields, in their order. */
export const fieldsOf = (effect: EffectType): readonly (readonly [EffectField, EffectParameter])[] =>
  Object.entries(rowOf(effect).parameters).flatMap(([name, parameter]) =>
    parameter.kind === 'map' ? Object.entries(parameter.fields) : [[name, parameter]],
  ) as (readonly [EffectField, EffectParameter])[];

export const newDraft = (name = ''): FaultDraft => ({
  name,
  isNew: true,
  isBuiltIn: false,
  description: '',
  enabled: true,
  operations: [],
  effect: 'status',
  ...initialTexts,
});

const initialTexts = Object.fromEntries([
  ...Object.keys(conditions).map((field) => [field, '']),
  ...effectTypes.flatMap(fieldsOf).map(([name, { initial = '' }]) => [name, initial]),
]) as Readonly<Record<ConditionField | EffectField, string>>;

export const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const toText = (value: Json | undefined): string => (value === undefined || value === null ? '' : String(value));
const toLines = (value: JsonObject | undefined): string =>
  Object.entries(value ?? {})
    .map(([name, item]) => `${name}: ${toText(item)}`)
    .join('\n');
const toJson = (value: Json | undefined): string => (value === undefined ? '' : writeJson(value, 2));

export const draftOf = (fault: Fault): FaultDraft => {
  const parts = { on: fault.on ?? {}, when: fault.when ?? {} } as unknown as Readonly<Record<string, JsonObject>>;
  const texts = Object.entries(conditions).map(([field, { part, property, kind }]) => [
    field,
    textOf(kind, parts[part]?.[property]),
  ]);
  return {
    ...newDraft(fault.name),
    ...Object.fromEntries(texts),
    isNew: false,
    isBuiltIn: fault.builtIn,
    description: fault.description,
    enabled: fault.enabled,
    operations: toList(fault.on?.operation),
    ...textsOfEffect(fault),
  };
};

/** The fields of the effect; those of others stay as they are in a new fault. */
const textsOfEffect = (fault: Fault): Partial<FaultDraft> => {
  const effect = effectTypes.find((type) => fault[type] !== undefined) ?? 'status';
  const given = fault as unknown as JsonObject;
  const texts = Object.entries(rowOf(effect).parameters).flatMap(([name, parameter]) => {
    const value = given[name];
    if (parameter.kind !== 'map') return [[name, textOf(parameter.kind, value)]];
    const parts = isObject(value) ? value : {};
    return Object.entries(parameter.fields).map(([part, field]) => [part, textOf(field.kind, parts[part])]);
  });
  return { effect, ...Object.fromEntries(texts) };
};

const textOf = (kind: FieldKind, value: Json | undefined): string => {
  switch (kind) {
    case 'list':
      return toList(value as string | readonly string[] | undefined).join(', ');
    case 'json':
      return toJson(value);
    case 'headers':
      return toLines(value as JsonObject | undefined);
    case 'latency':
      return latencyText(value as Json);
    default:
      return toText(value);
  }
};

const latencyText = (latency: Json): string => {
  if (!isObject(latency)) return toText(latency);
  return latency.min === undefined
    ? `median ${toText(latency.median)}, p99 ${toText(latency.p99)}`
    : `${toText(latency.min)} - ${toText(latency.max)}`;
};

export type DraftErrors = { readonly [Field in keyof FaultDraft]?: string | undefined };

interface ReadDraft {
  /** The fault in the format of a scenario file, which the control API accepts too. */
  readonly fault: JsonObject;
  readonly errors: DraftErrors;
}

/** Reads a draft. Fields that cannot be read are reported and omitted. The server checks the rest. */
export const readDraft = (draft: FaultDraft): ReadDraft => {
  const reader = new FieldReader(draft);
  if (reader.text('name') === undefined) reader.errors.name = 'is required';
  const read = (part: 'on' | 'when'): Sparse =>
    Object.fromEntries(
      Object.entries(conditions).flatMap(([field, condition]) =>
        condition.part === part
          ? [[condition.property, readField(field as ConditionField, condition.kind, reader)]]
          : [],
      ),
    );
  const on = defined({ operation: oneOrMore(draft.operations), ...read('on') });
  const when = defined(read('when'));
  const fault = defined({
    ...(draft.isBuiltIn ? { use: draft.name } : { name: draft.name.trim() }),
    on: isEmpty(on) ? undefined : on,
    when: isEmpty(when) ? undefined : when,
    enabled: draft.enabled ? undefined : false,
    ...readEffect(draft, reader),
  });
  return { fault, errors: reader.errors };
};

const readEffect = (draft: FaultDraft, reader: FieldReader): Sparse =>
  Object.fromEntries(
    Object.entries(rowOf(draft.effect).parameters).map(([name, parameter]) => [
      name,
      parameter.kind === 'map'
        ? defined(
            Object.fromEntries(
              Object.entries(parameter.fields).map(([part, field]) => [
                part,
                readField(part as EffectField, field.kind, reader),
              ]),
            ),
          )
        : readField(name as EffectField, parameter.kind, reader),
    ]),
  );

const readField = (field: ConditionField | EffectField, kind: FieldKind, reader: FieldReader): Json | undefined => {
  switch (kind) {
    case 'list':
      return reader.list(field);
    case 'count':
    case 'share':
      return reader.number(field);
    case 'json':
      return reader.json(field);
    case 'headers':
      return reader.pairs(field);
    case 'latency':
      return readLatency(reader.text(field) ?? '');
    default:
      return reader.text(field);
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

  list(field: keyof FaultDraft): Json | undefined {
    const parts = String(this.#draft[field]).split(',');
    const values = parts.map((part) => part.trim()).filter((part) => part !== '');
    return oneOrMore(field === 'methods' ? values.map((method) => method.toUpperCase()) : values);
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
    const value = text === undefined ? undefined : tryParse(text);
    if (text !== undefined && value === undefined) this.errors[field] = 'must be JSON';
    return value;
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

export const oneOrMore = (values: readonly string[]): Json | undefined =>
  values.length === 0 ? undefined : values.length === 1 ? values[0] : values;

type Sparse = Readonly<Record<string, Json | undefined>>;

const defined = (object: Sparse): JsonObject =>
  Object.fromEntries(Object.entries(object).filter((entry): entry is [string, Json] => entry[1] !== undefined));

const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0;
