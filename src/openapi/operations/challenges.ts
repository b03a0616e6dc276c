/** The challenges that a 401 carries in `WWW-Authenticate` (RFC 9110, section 11.6.1), by scheme. */
import { encodePercent } from '../../core/http/http.ts';

/** RFC 6750. */
export const bearerChallenge = 'Bearer';

/** RFC 7617: a realm is required. */
export const basicChallenge = 'Basic realm="service", charset="UTF-8"';

/**
 * A 401 must have a challenge (RFC 9110, section 11.6.1), but no scheme is registered for API keys. A registered scheme
 * would make clients send an unused header, or browsers ask for a password. Clients ignore an unknown scheme, and its
 * parameters show people where the key belongs. Characters that a quoted string cannot contain are percent-encoded.
 */
export const apiKeyChallenge = (location: string, name: string): string =>
  `ApiKey realm="service", in="${location}", name="${name.replace(/[^\x20-\x7e]+/gu, encodePercent).replace(/["\\]/g, '\\$&')}"`;
