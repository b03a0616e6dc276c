/** The base URL for clients of the present world. */
import { computed } from '@preact/signals';
import { worldName } from './route.ts';
import { service } from './world.ts';

/** The prefix selects the world, so that clients only need the base URL. */
export const prefixOf = (world: string): string => (world === 'default' ? '' : `/~${world}`);

const baseUrlOf = (world: string, basePath = service.value?.basePath ?? ''): string =>
  `${location.origin}${prefixOf(world)}${basePath}`;

/** One base URL for each service, by its name. */
export const baseUrlsOf = (world: string): readonly { readonly name: string; readonly url: string }[] =>
  (service.value?.services ?? [{ name: '', basePath: service.value?.basePath ?? '' }]).map(({ name, basePath }) => ({
    name,
    url: baseUrlOf(world, basePath),
  }));

export const baseUrl = computed(() => baseUrlOf(worldName.value));
