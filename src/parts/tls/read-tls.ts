/** The certificate with which the server speaks HTTPS. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  type ConfigError,
  certificateInvalid,
  contradiction,
  type OptionNames,
} from '../../core/primitives/config-error.ts';
import { readRegularFile, UnreadableError } from '../../files/read-regular-file.ts';
import type { Options } from '../../simulation/options.ts';
import { realTime } from '../../world/clock.ts';
import { createCertificate } from './create-certificate.ts';
import type { TlsIdentity } from './tls-identity.ts';

export interface ServerIdentity extends TlsIdentity {
  /** SHA-256 of the certificate, as browsers show it. Undefined for a certificate that the user gave. */
  readonly fingerprint: string | undefined;
}

/** If it is undefined, it means HTTP. */
type TlsOptions = Pick<Options, 'tls' | 'tlsCert' | 'tlsKey' | 'host'>;

/** @throws ConfigError if the options contradict each other, or the files do not fit. */
export const readTls = async (
  { tls, tlsCert, tlsKey, host }: TlsOptions,
  names: OptionNames,
): Promise<ServerIdentity> => {
  if (tlsCert === undefined && tlsKey === undefined) {
    const identity = createCertificate(['localhost', '127.0.0.1', '::1', ...nameable(host)], realTime());
    return { ...identity, fingerprint: new X509Certificate(identity.cert).fingerprint256 };
  }
  const { nameOf } = names;
  const [cert, key] = [nameOf('tlsCert'), nameOf('tlsKey')];
  const given = tlsCert === undefined ? 'tlsKey' : 'tlsCert';
  if (tls)
    throw contradiction(
      names,
      ['tls', given],
      `${nameOf('tls')} and ${nameOf(given)} cannot be used together`,
      'Use one of them.',
    );
  if (tlsCert === undefined || tlsKey === undefined)
    throw contradiction(names, [given], `${cert} and ${key} belong together, and one of them is missing`);
  const identity = {
    cert: await readText(tlsCert, 'tlsCert', names),
    key: await readText(tlsKey, 'tlsKey', names),
    fingerprint: undefined,
  };
  checkPair(identity, tlsCert, tlsKey);
  return identity;
};

/** The host as a name of the certificate, unless it stands for every address, which no client calls. */
const nameable = (host: string): readonly string[] => (host === '0.0.0.0' || host === '::' ? [] : [host]);

const readText = async (file: string, option: string, { placeOf }: OptionNames): Promise<string> => {
  try {
    return (await readRegularFile(file)).toString();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const place = placeOf?.(option);
    throw place === undefined
      ? certificateError(file, error.message, error.hint)
      : certificateInvalid({ message: `${file}: ${error.message}`, hint: error.hint, ...place });
  }
};

const checkPair = ({ cert, key }: TlsIdentity, certFile: string, keyFile: string) => {
  const certificate = parse(certFile, 'a certificate in PEM', () => new X509Certificate(cert));
  const privateKey = parse(keyFile, 'a private key in PEM, without a passphrase', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw certificateError(
      keyFile,
      `this is not the key of the certificate ${certFile}`,
      'Name two files that were made together, or use --tls, which makes both.',
    );
};

const parse = <Value>(file: string, expected: string, read: () => Value): Value => {
  try {
    return read();
  } catch {
    throw certificateError(
      file,
      `this is not ${expected}`,
      'Name a file that begins with -----BEGIN, or use --tls, which makes both.',
    );
  }
};

const certificateError = (file: string, message: string, hint?: string): ConfigError =>
  certificateInvalid({ message, file, hint });
