/** The bodies of one place, by media type. */

import { essenceOf, isJsonType } from '../../../../core/http/media-type.ts';
import { isJsonObject, type Json, setProperty, stringifyJson } from '../../../../core/primitives/json.ts';
import { hasSecretWord, isUsualSecret, toSecretName } from '../../../../core/service/secret-facts.ts';
import { withoutSecrets } from '../../../../core/service/without-secrets.ts';
import { jsonOf, type SeenBody } from '../../recording/recording.ts';
import { maxSampleLength } from './text-format.ts';
import { ValueShape } from './value-shape.ts';

export interface MediaBody {
  readonly type: string;
  /** If it is undefined, it has no structure that a schema describes. */
  readonly shape: ValueShape | undefined;
  /** The largest that is short, without secrets. */
  readonly example: Json | undefined;
}

export class Contents {
  readonly #byType = new Map<string, { shape: ValueShape | undefined; example: Json | undefined }>();

  /** `owner`: of a body that does not tell its id. `isOpen`: whether another one may have less. */
  add(body: SeenBody | undefined, owner: string, isOpen = false): void {
    const type = essenceOf(body?.type ?? '');
    if (body === undefined || !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type)) return;
    const known = this.#byType.get(type) ?? { shape: undefined, example: undefined };
    this.#byType.set(type, known);
    const value = isJsonType(type) ? jsonOf(body) : formOf(body, type);
    // No XML can be made from a schema that does not describe it.
    if (/[/+]xml$/.test(type) && !body.isBase64 && body.text.length <= maxSampleLength)
      known.example ??= withoutSecrets(body.text, isSecret, () => undefined);
    if (value === undefined) return;
    known.shape ??= new ValueShape();
    known.shape.add(value, owner, isOpen);
    if (sizeOf(value) > sizeOf(known.example) && isJsonType(type) && stringifyJson(value).length <= maxSampleLength)
      known.example = withoutSecrets(value, isSecret, () => undefined);
  }

  list(): readonly MediaBody[] {
    return [...this.#byType].map(([type, content]) => ({ type, ...content }));
  }
}

export const isSecret = (name: string): boolean => hasSecretWord(toSecretName(name), isUsualSecret);

const sizeOf = (value: Json | undefined): number =>
  isJsonObject(value) ? 1 + Object.keys(value).length : value === undefined ? -1 : 0;

/** A form as an object of texts; a file is null. */
const formOf = (body: SeenBody, type: string): Json | undefined => {
  if (body.isBase64) return undefined;
  const form: Record<string, Json> = {};
  if (type === 'application/x-www-form-urlencoded') {
    for (const [name, values] of Map.groupBy(new URLSearchParams(body.text), ([key]) => key))
      setProperty(form, name, values.length > 1 ? values.map(([, value]) => value) : (values[0]?.[1] ?? ''));
    return form;
  }
  if (type !== 'multipart/form-data') return undefined;
  for (const [, field = ''] of body.text.matchAll(/^content-disposition:[ \t]*form-data;([^\r\n]{0,1000})/gim)) {
    const name = /\bname="([^"]*)"/i.exec(field)?.[1];
    if (name !== undefined) setProperty(form, name, /\bfilename\*?=/i.test(field) ? null : '');
  }
  return form;
};
