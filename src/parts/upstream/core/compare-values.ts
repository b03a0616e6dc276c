/** The differences between two bodies of the same kind: by value where a client has sent it, else by what the document allows. */
import type { Difference, DifferenceKind } from '../../../core/exchange.ts';
import { timeOf } from '../../../core/primitives/compare-scalars.ts';
import {
  equalsJson,
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonLength,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { cutText, maxQuotedLength } from '../../../core/primitives/units.ts';
import { allowsType, type SchemaFacts, typeOf } from '../../../core/service/schema-facts.ts';

interface ComparedPlace {
  readonly pointer: string;
  /** What requests have sent of it; undefined: nothing. */
  readonly sent: Json | undefined;
  /** What the document requires of the upstream's value there; undefined: nothing. */
  readonly facts: SchemaFacts | undefined;
  /** Only of an item. `recorded`: as the upstream showed it; undefined: the simulation may have invented what nobody sent. */
  readonly item?: { readonly recorded: JsonObject | undefined };
}

/** What is known of one response. */
const maxDifferences = 50;
const maxVisited = 20_000;

export class Differences {
  readonly found: Difference[] = [];
  /** Without values: others may change them at the same time. */
  readonly #onlyTypes: boolean;
  /** The items of the collection, wherever they are in the body. */
  readonly #items: { readonly pointer: string; readonly compare: CompareItems } | undefined;
  #visited = 0;

  constructor(onlyTypes: boolean, items?: { readonly pointer: string; readonly compare: CompareItems }) {
    this.#onlyTypes = onlyTypes;
    this.#items = items;
  }

  addBreaking(kind: DifferenceKind, pointer: string, values: Compared): void {
    this.add(kind, pointer, values, { breaking: true });
  }

  /** `breaking`: a client of the document meets it. */
  add(
    kind: DifferenceKind,
    pointer: string,
    values: Compared,
    { breaking = false }: { readonly breaking?: boolean } = {},
  ): void {
    if (this.#onlyTypes && !comparedAlways.has(kind)) return;
    if (this.found.length >= maxDifferences) return;
    const [simulated, real] = [bounded(values.simulated), bounded(values.real)];
    this.found.push({ kind, pointer, simulated, real, breaking });
  }

  compare(values: { readonly simulated: Json; readonly real: Json }, place: ComparedPlace): void {
    if (++this.#visited > maxVisited || this.found.length >= maxDifferences) return;
    const { simulated, real } = values;
    const { pointer, facts, sent } = place;
    if (this.#differInType(simulated, real, place)) this.addBreaking('type', pointer, values);
    else if (pointer === this.#items?.pointer && place.item === undefined) this.#items.compare(simulated, real, facts);
    else if (isJsonObject(simulated) && isJsonObject(real)) this.#compareObjects(simulated, real, place);
    else if (Array.isArray(simulated) && Array.isArray(real)) this.#compareLists(simulated, real, place);
    else if (sent !== undefined && !areEqual(simulated, real)) this.add('value', pointer, values);
  }

  #differInType(simulated: Json, real: Json, { sent, facts }: ComparedPlace): boolean {
    const [own, other] = [typeOf(simulated), typeOf(real)];
    if (own === other) return false;
    if (facts !== undefined && !allowsType(facts, other)) return true;
    return sent !== undefined && !this.#onlyTypes && kindOf(own) !== kindOf(other);
  }

  #compareObjects(simulated: JsonObject, real: JsonObject, { pointer, sent, facts, item }: ComparedPlace): void {
    const recorded = item?.recorded ?? {};
    const sentOf = (name: string): Json | undefined => (isJsonObject(sent) ? getProperty(sent, name) : undefined);
    for (const name of Object.keys(simulated)) {
      const below = `${pointer}/${escapePointer(name)}`;
      const value = simulated[name] as Json;
      const actual = getProperty(real, name);
      if (actual !== undefined) {
        const place = { pointer: below, sent: sentOf(name), facts: facts?.child(name, actual) };
        this.compare({ simulated: value, real: actual }, place);
        continue;
      }
      const isRequired = facts?.required.has(name) === true;
      // Another operation may have shown what this one does not declare.
      const isShown = Object.hasOwn(recorded, name) && facts?.declarationOf(name) === 'declared';
      const isKnown = sentOf(name) !== undefined || isShown;
      if (isRequired || isKnown)
        this.add('missing', below, { simulated: value, real: undefined }, { breaking: isRequired });
    }
    for (const name of Object.keys(real))
      if (!Object.hasOwn(simulated, name)) {
        const isUnknown = isUndeclared(facts, name, { isSent: sent !== undefined && item === undefined });
        this.#judgeProperty(real[name] as Json, `${pointer}/${escapePointer(name)}`, { facts, name, isUnknown });
      }
  }

  /** What the simulation has nothing to compare with, such as an item that the upstream shows for the first time: by the document alone. */
  judge(real: Json, pointer: string, facts: SchemaFacts | undefined): void {
    if (facts === undefined || ++this.#visited > maxVisited || this.found.length >= maxDifferences) return;
    if (!allowsType(facts, typeOf(real))) this.addBreaking('type', pointer, { simulated: undefined, real });
    else if (Array.isArray(real))
      for (const [index, value] of (real as readonly Json[]).entries())
        this.judge(value, `${pointer}/${index}`, facts.child(index, value));
    else if (isJsonObject(real)) {
      for (const name of facts.required)
        if (!Object.hasOwn(real, name))
          this.addBreaking('missing', `${pointer}/${escapePointer(name)}`, { simulated: undefined, real: undefined });
      for (const [name, value] of Object.entries(real)) {
        const isUnknown = isUndeclared(facts, name, { isSent: false });
        this.#judgeProperty(value, `${pointer}/${escapePointer(name)}`, { facts, name, isUnknown });
      }
    }
  }

  #judgeProperty(
    real: Json,
    pointer: string,
    {
      facts,
      name,
      isUnknown,
    }: { readonly facts: SchemaFacts | undefined; readonly name: string; readonly isUnknown: boolean },
  ): void {
    if (isUnknown) this.add('additional', pointer, { simulated: undefined, real });
    else this.judge(real, pointer, facts?.child(name, real));
  }

  /** Each element is like any other. */
  #compareLists(simulated: readonly Json[], real: readonly Json[], { pointer, sent, facts }: ComparedPlace): void {
    if (Array.isArray(sent) && simulated.length !== real.length) {
      this.add('value', pointer, { simulated, real });
      return;
    }
    for (const [index, value] of real.entries())
      if (simulated.length === 0) this.judge(value, `${pointer}/${index}`, facts?.child(index, value));
      else
        this.compare(
          { simulated: simulated[Math.min(index, simulated.length - 1)] as Json, real: value },
          {
            pointer: `${pointer}/${index}`,
            sent: Array.isArray(sent) ? (sent[index] as Json) : undefined,
            facts: facts?.child(index, value),
          },
        );
  }
}

type CompareItems = (simulated: Json, real: Json, facts: SchemaFacts | undefined) => void;

interface Compared {
  readonly simulated: Json | undefined;
  readonly real: Json | undefined;
}

const comparedAlways: ReadonlySet<DifferenceKind> = new Set(['status', 'content-type', 'type']);

const kindOf = (type: string): string => (type === 'integer' ? 'number' : type);

/** The same instant may be written in two ways. */
const areEqual = (left: Json, right: Json): boolean => {
  if (equalsJson(left, right)) return true;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  const time = timeOf(left);
  return time !== undefined && time === timeOf(right);
};

/** What the document declares, an upstream may show, also if the simulation does not. Of an object that was sent, all is known. */
const isUndeclared = (
  facts: SchemaFacts | undefined,
  name: string,
  { isSent }: { readonly isSent: boolean },
): boolean => {
  switch (facts?.declarationOf(name)) {
    case undefined:
      return isSent;
    case 'declared':
      return false;
    case 'typed':
      return isSent;
    case 'open':
      return isSent || facts?.declares === true;
    case 'closed':
      return true;
  }
};

/** A long value is a text, and so is one with a number that is not a double: rows of them are plain JSON. */
const bounded = (value: Json | undefined): Json => {
  if (value === undefined) return null;
  if (jsonLength(value, maxQuotedLength) <= maxQuotedLength && !hasBigint(value)) return value;
  return cutText(typeof value === 'string' ? value : stringifyJson(value));
};

const hasBigint = (value: Json): boolean =>
  typeof value === 'bigint' || (typeof value === 'object' && value !== null && Object.values(value).some(hasBigint));
