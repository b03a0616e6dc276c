/** The credentials of a request, as Postman adds them when it sends it. */

import { encodeBase64 } from '../../../../core/primitives/base64.ts';
import { isJsonObject, type Json } from '../../../../core/primitives/json.ts';
import type { SeenHeaders } from '../../recording/recording.ts';
import { listAt, textAt, valueTextAt } from '../values.ts';
import { resolve, type Variables } from './postman-variables.ts';

interface SentCredential {
  readonly headers: SeenHeaders;
  /** Without the `?`; empty for most. */
  readonly query: string;
}

const none: SentCredential = { headers: [], query: '' };

/** Returns undefined if its scheme is not known. */
export const readAuth = (auth: Json | undefined, variables: Variables): SentCredential | undefined => {
  const type = textAt(auth, 'type') ?? 'noauth';
  const at = (name: string): string | undefined => {
    const value = attributeOf(auth, type, name);
    return value === undefined ? undefined : resolve(value, variables);
  };
  const authorization = (value: string): SentCredential => ({ headers: [['authorization', value]], query: '' });
  switch (type) {
    case 'noauth':
      return none;
    case 'bearer':
      return authorization(`Bearer ${at('token') ?? ''}`);
    case 'jwt':
      return authorization('Bearer token');
    case 'oauth2':
      return authorization(`Bearer ${at('accessToken') ?? 'token'}`);
    case 'basic':
      return authorization(
        `Basic ${encodeBase64(new TextEncoder().encode(`${at('username') ?? ''}:${at('password') ?? ''}`))}`,
      );
    case 'apikey': {
      const [name = '', value = ''] = [at('key'), at('value')];
      if (at('in') === 'query')
        return { headers: [], query: `${encodeURIComponent(name)}=${encodeURIComponent(value)}` };
      return { headers: [[name.toLowerCase(), value]], query: '' };
    }
    default:
      return undefined;
  }
};

/** A list of keys and values; an object in version 2.0. */
const attributeOf = (auth: Json | undefined, type: string, name: string): string | undefined => {
  const attributes = isJsonObject(auth) ? auth[type] : undefined;
  if (!Array.isArray(attributes)) return valueTextAt(attributes, name);
  const found = listAt(auth, type).find((one) => textAt(one, 'key') === name);
  return valueTextAt(found, 'value');
};
