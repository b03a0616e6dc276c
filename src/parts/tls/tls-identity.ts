/** A certificate and its private key, both in PEM. */
export interface TlsIdentity {
  /** May be followed by the certificates of its issuers. */
  readonly cert: string;
  readonly key: string;
}
