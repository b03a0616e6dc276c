/** Why a connection failed, in one line for a person. */

/** The texts of OpenSSL are lines of its source code: `...:error:0A00010B:SSL routines:function:wrong version number:../file.c:77:`. */
export const describeConnectionError = (error: Error): string => {
  const { message, cause } = error;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
  const [, ofTls] = /SSL routines:[^:]*:([^:]+):/.exec(reason) ?? [];
  if (ofTls === undefined) return reason;
  // A server without TLS sends a text where the version is expected.
  return /wrong version number|packet length too long/.test(ofTls)
    ? 'the server does not use TLS: its address begins with http://'
    : `TLS failed: ${ofTls}`;
};
