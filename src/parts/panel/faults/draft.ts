/** Converts faults between the texts of a form and the format of the control API and scenario files. */
import {
  type EffectParameter,
  type EffectType,
  type effects,
  effectTypes,
  rowOf,
} from '../../../core/faults/effects.ts';
import { type Fault, isObject, type Json, type JsonObject, tryParse, writeJson } from '../api/panel-client.ts';

/** The parts that have no text field. */
interface FaultHead {
  readonly name: string;
  readonly isNew: boolean;
  readonly isBuiltIn: boolean;
  readonly enabled: boolean;
  readonly operations: readonly string[];
  readonly effect: EffectType;
}

/** `list`, `methods`: separated by commas. `share`: a number that may be a fraction. */
type FieldKind = EffectParameter['kind'] | 'list' | 'methods' | 'text' | 'share';

export interface FieldStyle {
  readonly kind: FieldKind;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
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
  methods: { part: 'on', property: 'method', kind: 'methods', label: 'Method', placeholder: 'GET, POST' },
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

/** How the value of a field is written as a text, and read again. */
interface Kind {
  readonly write: (value: Json | undefined) => string;
  /** The text is trimmed. Undefined: there is no value. `fail`: gets what the text must be. */
  readonly read: (text: string, fail: (error: string) => void) => Json | undefined;
}

const toText = (value: Json | undefined) => (value === undefined || value === null ? '' : String(value));

const plain: Kind = { write: toText, read: (text) => text || undefined };

const list: Kind = {
  write: (value) => toList(value as string | readonly string[] | undefined).join(', '),
  read: (text) =>
    oneOrMore(
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
};

const number: Kind = {
  write: toText,
  read: (text, fail) => {
    if (text === '' || Number.isFinite(Number(text))) return text === '' ? undefined : Number(text);
    fail('must be a number');
    return undefined;
  },
};

/** One `name: value` per line. */
export const headerLines: Kind = {
  write: (value) =>
    Object.entries((value ?? {}) as JsonObject)
      .map(([name, item]) => `${name}: ${toText(item)}`)
      .join('\n'),
  read: (text, fail) => {
    const pairs = text.split('\n').flatMap((line): (readonly [string, string])[] => {
      const colon = line.indexOf(':');
      if (colon < 1 && line.trim() !== '') fail('must have a line for each, such as "name: value"');
      return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
    });
    return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
  },
};

/** All but plain texts. */
const kinds: Readonly<Partial<Record<FieldKind, Kind>>> = {
  list,
  methods: { ...list, read: (text, fail) => list.read(text.toUpperCase(), fail) },
  count: number,
  share: number,
  json: {
    write: (value) => (value === undefined ? '' : writeJson(value, 2)),
    read: (text, fail) => {
      const value = text === '' ? undefined : tryParse(text);
      if (text !== '' && value === undefined) fail('must be JSON');
      return value;
    },
  },
  headers: headerLines,
  latency: {
    write: (latency) => {
      if (!isObject(latency)) return toText(latency);
      return latency.min === undefined
        ? `median ${toText(latency.median)}, p99 ${toText(latency.p99)}`
        : `${toText(latency.min)} - ${toText(latency.max)}`;
    },
    read: (text) => {
      const [, min, max] = /^(\S+)\s*(?:-|–|to)\s*(\S+)$/.exec(text) ?? [];
      if (min !== undefined && max !== undefined) return { min, max };
      const [, median, p99] = /^median\s+([^\s,]+)[\s,]+p99\s+(\S+)$/.exec(text) ?? [];
      return median !== undefined && p99 !== undefined ? { median, p99 } : text;
    },
  },
};

const kindOf = (kind: FieldKind): Kind => kinds[kind] ?? plain;

export const draftOf = (fault: Fault): FaultDraft => {
  const parts = { on: fault.on ?? {}, when: fault.when ?? {} } as unknown as Readonly<Record<string, JsonObject>>;
  const texts = Object.entries(conditions).map(([field, { part, property, kind }]) => [
    field,
    kindOf(kind).write(parts[part]?.[property]),
  ]);
  return {
    ...newDraft(fault.name),
    ...Object.fromEntries(texts),
    isNew: false,
    isBuiltIn: fault.builtIn,
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
    if (parameter.kind !== 'map') return [[name, kindOf(parameter.kind).write(value)]];
    const parts = isObject(value) ? value : {};
    return Object.entries(parameter.fields).map(([part, field]) => [part, kindOf(field.kind).write(parts[part])]);
  });
  return { effect, ...Object.fromEntries(texts) };
};

export type DraftErrors = { readonly [Field in keyof FaultDraft]?: string | undefined };

/**
 * Reads a draft as a fault in the format of a scenario file, which the control API accepts too. Fields that cannot be read are reported and
 * omitted. The server checks the rest.
 */
export const readDraft = (draft: FaultDraft): { readonly fault: JsonObject; readonly errors: DraftErrors } => {
  const name = draft.name.trim();
  const errors: Record<string, string> = name === '' ? { name: 'is required' } : {};
  const read = (field: string, kind: FieldKind): Json | undefined =>
    kindOf(kind).read(String(draft[field as ConditionField | EffectField]).trim(), (error) => {
      errors[field] = error;
    });
  const readPart = (wanted: 'on' | 'when'): readonly Member[] =>
    Object.entries(conditions).flatMap(([field, { part, property, kind }]) =>
      part === wanted ? [[property, read(field, kind)]] : [],
    );
  const on = defined([['operation', oneOrMore(draft.operations)], ...readPart('on')]);
  const when = defined(readPart('when'));
  const effect = Object.entries(rowOf(draft.effect).parameters).map(([property, parameter]): Member => {
    if (parameter.kind !== 'map') return [property, read(property, parameter.kind)];
    return [property, defined(Object.entries(parameter.fields).map(([part, { kind }]) => [part, read(part, kind)]))];
  });
  const fault = defined([
    draft.isBuiltIn ? ['use', draft.name] : ['name', name],
    ['on', isEmpty(on) ? undefined : on],
    ['when', isEmpty(when) ? undefined : when],
    ['enabled', draft.enabled ? undefined : false],
    ...effect,
  ]);
  return { fault, errors };
};

/** The body of a PUT. Null removes the conditions that the form leaves empty. */
export const toChange = (draft: FaultDraft, fault: JsonObject): JsonObject => {
  const { name: _name, use: _use, ...parts } = fault;
  return { on: null, when: null, ...parts, enabled: draft.enabled };
};

export const oneOrMore = (values: readonly string[]): Json | undefined =>
  values.length === 0 ? undefined : values.length === 1 ? values[0] : values;

type Member = readonly [name: string, value: Json | undefined];

const defined = (members: readonly Member[]): JsonObject =>
  Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));

const isEmpty = (object: JsonObject) => Object.keys(object).length === 0;
