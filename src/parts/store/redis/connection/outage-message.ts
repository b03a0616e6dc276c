/** The message of the log when the store is not available: the reason, and the next step. */

/** `reason` may name the address, but no credential: it is that of the store or of its client library. */
export const outageMessage = (shownUrl: string, reason: string): string => {
  const plain = reason.replace(scriptPlace, '').replace(/\.$/, '');
  const remedy = remedies.find(([pattern]) => pattern.test(reason))?.[1];
  return `${shownUrl}: the store is not available: ${plain}. Requests get 503 until it is.${remedy === undefined ? '' : ` ${remedy}`}`;
};

/** The position in our script at which a command was rejected. */
const scriptPlace = / script: [0-9a-f]{40}, on @user_script:\d+\.$/;

const credentialErrors = /\b(WRONGPASS|NOAUTH|ERR AUTH|ERR Client sent AUTH)\b/;

/** Whether the store rejects the user or the password. */
export const isRefused = (reason: string): boolean => credentialErrors.test(reason);

const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [credentialErrors, 'Correct the user and the password in its URL.'],
  [/^it speaks TLS/, 'Its URL must begin with rediss: instead of redis:.'],
  [/^it is a Sentinel/, 'Write redis+sentinel://HOST:PORT/NAME, with the name of the primary.'],
  [/watches no primary/, 'Correct the name of the primary at the end of its URL.'],
  [/^no Sentinel/, 'Check the addresses of the Sentinels in its URL.'],
  [/^NOPERM|can't publish/, 'Allow its user the commands, keys and channels that docs/sharing.md names.'],
  [/DB index is out of range/, 'Correct the number of the database at the end of its URL.'],
  [/^OOM/, 'Raise its maxmemory, or remove keys.'],
  [/^WRONGTYPE/, 'Somebody else wrote it: delete this key, or choose another prefix.'],
  [/^READONLY/, 'Its address must lead to the primary, not to a replica.'],
  [/^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN)/, 'The cluster is being changed, or lacks a node.'],
  [/unknown command|unsupported option|wrong number of arg/i, 'It must be Redis 7, Valkey 8, or newer.'],
  // The texts of OpenSSL for a certificate that leads to no authority that Node trusts.
  [
    /self-signed certificate|unable to get (local )?issuer certificate|unable to verify the first certificate/,
    'Its certificate, or that of its authority, belongs in NODE_EXTRA_CA_CERTS.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH|timeout|SSL/,
    'Check that it runs at this address, and that the URL begins with rediss: if it speaks TLS, and only then.',
  ],
];
