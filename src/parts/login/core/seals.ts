/** Codes, refresh tokens, sessions and links: they carry their data, sealed for one world, so that nobody has to remember them. */
import { getProperty, isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import type { IssuerWorld } from './issuer-address.ts';
import type { Grant, Issuer } from './login-types.ts';

/** What is sealed. `link`: of the page, for one use. */
type SealKind = 'code' | 'refresh' | 'session' | 'link';

/** What one request seals, opens, uses and revokes. */
export class Seals {
  /** What the world has to remember. */
  readonly grants: Grant[] = [];
  readonly #issuer: Issuer;
  readonly #world: IssuerWorld;
  #generation: string | undefined;

  constructor(issuer: Issuer, world: IssuerWorld) {
    this.#issuer = issuer;
    this.#world = world;
    this.#generation = world.grants.generation;
  }

  /** `seconds`: undefined if it never expires. */
  seal(kind: SealKind, data: JsonObject, seconds: number | undefined, id = this.#issuer.random()): string {
    if (this.#generation === undefined) {
      this.#generation = this.#issuer.random();
      this.grants.push({ type: 'generation', id: this.#generation });
    }
    const { world, now } = this.#world;
    const expires = seconds === undefined ? null : Math.floor(now / 1000) + seconds;
    const generation = this.#generation;
    return this.#issuer.seal(stringifyJson({ ...data, kind, world, generation, expires, id }));
  }

  /** The data; undefined: it is of another kind, of another world, of before a reset, expired, or forged. */
  open(kind: SealKind, sealed: string): JsonObject | undefined {
    const text = this.#issuer.open(sealed);
    const parsed = text === undefined ? undefined : parseJson(text);
    if (parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
    const data = parsed.value;
    const expires = getProperty(data, 'expires');
    const isCurrent =
      getProperty(data, 'kind') === kind &&
      getProperty(data, 'world') === this.#world.world &&
      getProperty(data, 'generation') === this.#generation &&
      (typeof expires !== 'number' || expires > this.#world.now / 1000);
    return isCurrent ? data : undefined;
  }

  isUsed(data: JsonObject): boolean {
    return this.#world.grants.isUsed(textIn(data, 'id'));
  }

  use(data: JsonObject): void {
    this.grants.push({ type: 'used', id: textIn(data, 'id') });
  }

  revoke(id: string): void {
    this.grants.push({ type: 'revoked', id });
  }
}

/** The text of a property that is always there. */
export const textIn = (data: JsonObject, name: string): string => String(getProperty(data, name) ?? '');

/** The text of a property, if it has one. */
export const optionalText = (data: JsonObject, name: string): string | undefined => {
  const value = getProperty(data, name);
  return typeof value === 'string' ? value : undefined;
};
