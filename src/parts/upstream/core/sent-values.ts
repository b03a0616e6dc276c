/** The values that requests sent: of all that an item has, only these are compared by value. */
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mergeObjects,
  setProperty,
} from '../../../core/primitives/json.ts';
import { pathTo, setAt } from '../../../core/primitives/json-path.ts';
import type { Input } from '../../../core/request/read-input.ts';
import { readRequestProperties } from '../../../core/resources/request-properties.ts';
import type { Binding } from '../../../core/service/binding.ts';
import type { Change } from '../../../core/state/state.ts';

export class SentValues {
  readonly #own: JsonObject;
  /** The items as the simulation would have stored them, by their keys. */
  readonly #stored: ReadonlyMap<string, JsonObject>;

  /** `changes`: those of the simulation. */
  constructor(binding: Binding, input: Input, changes: readonly Change[]) {
    this.#own = sentBy(binding, input);
    this.#stored = new Map(
      changes.flatMap((change) =>
        change.type === 'put' && change.collection === binding.collection.name ? [[change.key, change.value]] : [],
      ),
    );
  }

  /**
   * What this request and those before it sent of an item, without what the simulation has changed. `key`: a new item has
   * another key in the simulation.
   */
  of(before: JsonObject, key: string): JsonObject {
    const stored = this.#stored.get(key) ?? (this.#stored.size === 1 ? [...this.#stored.values()][0] : undefined);
    const sent = mergeObjects(before, this.#own);
    return stored === undefined ? sent : confirmedBy(stored, sent);
  }
}

const nothing: JsonObject = {};

const sentBy = (binding: Binding, input: Input): JsonObject => {
  switch (binding.action) {
    case 'list':
    case 'read':
    case 'delete':
      return nothing;
    default: {
      if (binding.bulk !== undefined) return nothing;
      const { body } = input;
      return Array.isArray(body) ? patched(body) : readRequestProperties(binding.mapping, input);
    }
  }
};

const patched = (operations: readonly Json[]): JsonObject =>
  operations.filter(isJsonObject).reduce<JsonObject>((sent, operation) => {
    const [op, path, value] = ['op', 'path', 'value'].map((name) => getProperty(operation, name));
    if ((op !== 'add' && op !== 'replace') || typeof path !== 'string' || path === '') return sent;
    return setAt(sent, pathTo(path), value) as JsonObject;
  }, nothing);

/** The parts of what was sent that the value has too. The same object if these are all. */
export const confirmedBy = (value: JsonObject, sent: JsonObject): JsonObject =>
  (confirmed(value, sent) as JsonObject | undefined) ?? nothing;

const confirmed = (value: Json | undefined, sent: Json): Json | undefined => {
  if (value === undefined) return undefined;
  if (isJsonObject(sent)) return isJsonObject(value) ? confirmedProperties(value, sent) : undefined;
  if (!Array.isArray(sent)) return equalsJson(value, sent) ? sent : undefined;
  if (!Array.isArray(value) || value.length !== sent.length) return undefined;
  const items = (sent as readonly Json[]).map((item, index) => {
    const kept = confirmed(value[index] as Json, item);
    return kept === undefined && isJsonObject(item) && isJsonObject(value[index]) ? nothing : kept;
  });
  if (items.includes(undefined)) return undefined;
  return items.every((item, index) => item === sent[index]) ? sent : (items as readonly Json[]);
};

const confirmedProperties = (value: JsonObject, sent: JsonObject): JsonObject | undefined => {
  const names = Object.keys(sent);
  const result: Record<string, Json> = {};
  let isWhole = true;
  for (const name of names) {
    const kept = confirmed(getProperty(value, name), sent[name] as Json);
    isWhole &&= kept === sent[name];
    if (kept !== undefined) setProperty(result, name, kept);
  }
  if (isWhole) return sent;
  return Object.keys(result).length === 0 ? undefined : result;
};
