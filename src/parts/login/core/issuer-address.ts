/** The address of the issuer of a world. */
import { type HttpRequest, originOf } from '../../../core/http/http.ts';
import type { LoginCall, LoginWorld } from './login-types.ts';

export interface IssuerWorld extends LoginWorld {
  /** The `iss` of its tokens: `http://127.0.0.1:4010/~alice/oidc`. */
  readonly iss: string;
}

export type IssuerCall = LoginCall & IssuerWorld;

/** The world that has no prefix. */
const plainWorld = 'default';

const pathOf = (world: string): string => `${world === plainWorld ? '' : `/~${world}`}/oidc`;

/** The `iss` of a world, however the request named the world. An app may be mounted below a path. */
export const issOf = (request: Pick<HttpRequest, 'headers' | 'isEncrypted' | 'pathPrefix'>, world: string): string =>
  issAt(`${originOf(request)}${mountOf(request)}`, world);

/** `base`: an origin, with the path below which the app is mounted. */
export const issAt = (base: string, world: string): string => `${base}${pathOf(world)}`;

/** The path before the prefix of the world. */
export const mountOf = ({ pathPrefix }: Pick<HttpRequest, 'pathPrefix'>): string => pathPrefix.replace(/\/~[^/]*$/, '');

/** The world that an `iss` names; undefined: it is not the address of an issuer. */
export const worldOf = (iss: string): string | undefined => {
  const found = /^https?:\/\/[^?#]*?(?:\/~([^/?#]+))?\/oidc$/.exec(iss);
  return found === null ? undefined : (found[1] ?? plainWorld);
};

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isLoopbackUrl = (url: URL): boolean => loopback.test(url.hostname);

/** Whether two issuers are at the same server: one may be named `localhost` and `127.0.0.1`. */
export const isSameServer = (left: string, right: string): boolean => {
  const [one, other] = [URL.parse(left), URL.parse(right)];
  if (one === null || other === null) return false;
  return one.origin === other.origin || (one.port === other.port && isLoopbackUrl(one) && isLoopbackUrl(other));
};
