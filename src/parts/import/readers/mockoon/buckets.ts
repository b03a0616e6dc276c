/** The data buckets of an environment. */

import { isJsonObject, type Json, type JsonObject, parseJson, setProperty } from '../../../../core/primitives/json.ts';
import { below, type Ledger, type SeenPlace } from '../../recording/ledger.ts';
import { listAt, textAt } from '../values.ts';

export interface Bucket {
  readonly place: SeenPlace;
  /** It is undefined if it is not JSON. */
  readonly value: Json | undefined;
  readonly isTemplate: boolean;
  readonly text: string;
}

export class Buckets {
  readonly #byId = new Map<string, Bucket>();
  readonly #byName = new Map<string, Bucket>();
  readonly #used = new Set<Bucket>();

  constructor(environment: JsonObject, place: SeenPlace) {
    for (const [index, bucket] of listAt(environment, 'data').entries()) {
      const text = textAt(bucket, 'value') ?? '';
      const parsed = parseJson(text);
      const read: Bucket = {
        place: below(place, 'data', index),
        value: parsed.ok ? withoutTemplates(parsed.value) : undefined,
        isTemplate: text.includes('{{'),
        text,
      };
      const id = textAt(bucket, 'id');
      const name = textAt(bucket, 'name');
      if (id !== undefined) this.#byId.set(id, read);
      if (name !== undefined) this.#byName.set(name, read);
    }
  }

  get(id: string): Bucket | undefined {
    return this.#use(this.#byId.get(id));
  }

  /** The bucket that is the whole of a text: `{{data 'books'}}`. */
  shownBy(text: string): Bucket | undefined {
    const name = /^\s*\{{2,3}\s{0,20}(?:data|dataRaw)\s{1,20}(?:'([^'{}]+)'|"([^"{}]+)")\s{0,20}\}{2,3}\s*$/.exec(text);
    const key = name?.[1] ?? name?.[2];
    return key === undefined ? undefined : this.#use(this.#byId.get(key) ?? this.#byName.get(key));
  }

  report(ledger: Ledger): void {
    for (const bucket of new Set([...this.#byId.values(), ...this.#byName.values()]))
      if (!this.#used.has(bucket)) ledger.leave('data[]', 'no response is this data bucket alone', bucket.place);
      else if (bucket.isTemplate)
        ledger.lose(
          'data[].value',
          'templates are not evaluated: what they stand for is left out',
          below(bucket.place, 'value'),
        );
  }

  #use(bucket: Bucket | undefined): Bucket | undefined {
    if (bucket !== undefined) this.#used.add(bucket);
    return bucket;
  }
}

/** Leaves out the properties whose value is a template. */
const withoutTemplates = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).filter((item) => !isTemplate(item)).map(withoutTemplates);
  if (!isJsonObject(value)) return value;
  const kept: Record<string, Json> = {};
  for (const [name, property] of Object.entries(value))
    if (!isTemplate(property)) setProperty(kept, name, withoutTemplates(property));
  return kept;
};

const isTemplate = (value: Json): boolean => typeof value === 'string' && value.includes('{{');
