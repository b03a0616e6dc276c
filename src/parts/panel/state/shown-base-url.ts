/** The base URLs for clients. */
import { prefixOf } from './address.ts';
import { service } from './current-world.ts';

/** One base URL for each service, by its name. */
export const baseUrlsOf = (world: string): readonly { readonly name: string; readonly url: string }[] =>
  (service.value?.services ?? [{ name: '', basePath: service.value?.basePath ?? '' }]).map(({ name, basePath }) => ({
    name,
    url: `${location.origin}${prefixOf(world)}${basePath}`,
  }));
