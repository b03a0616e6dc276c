/** The issuer with its endpoints, and its cryptography by Node. Loaded only for documents that declare a login. */

import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { lazily } from '../../core/primitives/lazy.ts';
import type { KeepKey } from '../../core/service/login-facts.ts';
import type { Issuer } from './core/login-types.ts';

export { type IssuerOfWorlds, withLogin } from './core/issuer.ts';

interface KeyText {
  readonly privateKey: JsonWebKey;
  /** In base64url: for seals. */
  readonly seal: string;
}

/** Default: the key is that of this process, which all issuers in it share. */
export const createNodeIssuer = (keepKey?: KeepKey): Issuer => {
  let loading: Promise<void> | undefined;
  let keys: ReturnType<typeof keysFrom>;
  const load = async () => {
    keys = keysFrom(await (keepKey === undefined ? keyOfProcess() : keepKey(await createKeyText(), isKeyText)));
  };
  const macOf = (data: string): Buffer => createHmac('sha256', keys.seal).update(data).digest();
  return {
    ready: () => {
      loading ??= load().catch((error: unknown) => {
        // The next request tries again: a store may have been away.
        loading = undefined;
        throw error;
      });
      return loading;
    },
    publicKey: () => keys.jwk,
    sign: (text) => sign('RSA-SHA256', Buffer.from(text), keys.privateKey).toString('base64url'),
    verify: (text, signature) =>
      verify('RSA-SHA256', Buffer.from(text), keys.publicKey, Buffer.from(signature, 'base64url')),
    seal: (text) => {
      const data = Buffer.from(text).toString('base64url');
      return `${data}.${macOf(data).toString('base64url')}`;
    },
    open: (sealed) => {
      const [, data, mac] = /^([\w-]+)\.([\w-]{43})$/.exec(sealed) ?? [];
      if (data === undefined || mac === undefined) return undefined;
      const isGenuine = timingSafeEqual(macOf(data), Buffer.from(mac, 'base64url'));
      return isGenuine ? Buffer.from(data, 'base64url').toString() : undefined;
    },
    sha256: (text) => createHash('sha256').update(text).digest('base64url'),
    random: () => randomBytes(16).toString('base64url'),
  };
};

const createKeyText = async (): Promise<string> => {
  // In another thread: nobody waits for it.
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const text: KeyText = {
    privateKey: privateKey.export({ format: 'jwk' }),
    seal: randomBytes(32).toString('base64url'),
  };
  return JSON.stringify(text);
};

/** A key takes hundreds of milliseconds, and each test of a suite may have a simulation of its own. */
const keyOfProcess = lazily(createKeyText);

const isKeyText = (text: string) => {
  try {
    return keysFrom(text).seal.length >= 32;
  } catch {
    return false;
  }
};

const keysFrom = (text: string) => {
  const { privateKey: exported, seal } = JSON.parse(text) as KeyText;
  const privateKey = createPrivateKey({ key: exported, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  const { n, e } = publicKey.export({ format: 'jwk' }) as { n: string; e: string };
  // RFC 7638.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  const jwk = { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n, e };
  return { privateKey, publicKey, jwk, seal: Buffer.from(seal, 'base64url') };
};
