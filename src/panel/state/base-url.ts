/** The base URLs for clients. */
import { service } from './world.ts';

/** The prefix selects the world, so that clients only need the base URL. */
export const prefixOf = (world: string): string => (world === 'default' ? '' : `/~${world}`);

/** One base URL for each service, by its name. */
export const baseUrlsOf = (world: string): readonly { readonly name: string; readonly url: string }[] =>
  (service.value?.services ?? [{ name: '', basePath: service.value?.basePath ?? '' }]).map(({ name, basePath }) => ({
    name,
    url: `${location.origin}${prefixOf(world)}${basePath}`,
  }));
