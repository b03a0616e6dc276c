/** What all values of one place have in common: the values of a body, of a property, of a list. */
import { ownIdNames } from '../../../../core/primitives/id-names.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import { isIdForm } from '../paths/segment.ts';
import { Texts } from './text-format.ts';

/** Deeper values may be anything. */
const maxDepth = 12;
/** An object with more names has names that are data. */
const maxNames = 200;

export class ValueShape {
  /** Values. */
  count = 0;
  nulls = 0;
  booleans = 0;
  integers = 0;
  fractions = 0;
  readonly texts = new Texts();
  lists = 0;
  /** The items of the lists. Undefined: no list had an item. */
  items: ValueShape | undefined;
  objects = 0;
  /** The properties by name. A property was in as many objects as its shape has values. */
  readonly properties = new Map<string, ValueShape>();
  /** Whether its objects may lack what all of them have. */
  isOpen = false;
  /** The values of an object whose names are data. */
  #values: ValueShape | undefined;

  /** `owner`: of the value. `isOpen`: whether another one may have less. */
  add(value: Json, owner: string, isOpen = false, depth = 0): void {
    this.count++;
    this.isOpen ||= isOpen;
    if (depth >= maxDepth) return;
    if (value === null) this.nulls++;
    else if (typeof value === 'boolean') this.booleans++;
    else if (typeof value === 'string') this.texts.add(value, owner);
    else if (typeof value === 'bigint' || Number.isInteger(value)) this.integers++;
    else if (typeof value === 'number') this.fractions++;
    else if (isJsonObject(value)) this.#addObject(value, owner, isOpen, depth);
    else {
      this.lists++;
      for (const [index, item] of value.entries()) {
        this.items ??= new ValueShape();
        this.items.add(item, `${owner}/${index}`, isOpen, depth + 1);
      }
    }
  }

  join(other: ValueShape): void {
    this.count += other.count;
    this.isOpen ||= other.isOpen;
    this.nulls += other.nulls;
    this.booleans += other.booleans;
    this.integers += other.integers;
    this.fractions += other.fractions;
    this.texts.join(other.texts);
    this.lists += other.lists;
    if (other.items !== undefined) {
      this.items ??= new ValueShape();
      this.items.join(other.items);
    }
    this.objects += other.objects;
    for (const [name, shape] of other.properties) this.#at(name).join(shape);
    if (other.#values !== undefined) {
      this.#turnToMap();
      this.#values?.join(other.#values);
    } else if (this.properties.size > maxNames) this.#turnToMap();
  }

  /** The values, if the names of the objects are data. */
  asMap(): ValueShape | undefined {
    const names = [...this.properties.keys()];
    if (names.length > 0 && names.every((name) => isIdForm(name))) this.#turnToMap();
    return this.#values;
  }

  /** Whether it is an object everywhere, or null. */
  get isObject(): boolean {
    return this.objects > 0 && this.objects + this.nulls === this.count;
  }

  #addObject(value: JsonObject, outer: string, isOpen: boolean, depth: number): void {
    this.objects++;
    const id = ownIdNames.map((name) => idText(getProperty(value, name))).find((text) => text !== undefined);
    const owner = id === undefined ? outer : `=${id}`;
    for (const name of Object.keys(value)) this.#at(name).add(value[name] as Json, owner, isOpen, depth + 1);
    if (this.properties.size > maxNames) this.#turnToMap();
  }

  #at(name: string): ValueShape {
    if (this.#values !== undefined) return this.#values;
    const known = this.properties.get(name);
    if (known !== undefined) return known;
    const shape = new ValueShape();
    this.properties.set(name, shape);
    return shape;
  }

  #turnToMap(): void {
    const values = this.#values ?? new ValueShape();
    for (const shape of this.properties.values()) values.join(shape);
    this.properties.clear();
    this.#values = values;
  }
}

/** The share of the names of the smaller object that the other one has too, from 0 to 1. */
export const similarity = (left: ValueShape, right: ValueShape): number => {
  const [less, more] = left.properties.size < right.properties.size ? [left, right] : [right, left];
  const shared = [...less.properties.keys()].filter((name) => more.properties.has(name)).length;
  return less.properties.size === 0 ? 0 : shared / less.properties.size;
};
