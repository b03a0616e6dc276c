/** The base URL for clients of the present world. */
import { computed } from '@preact/signals';
import { worldName } from './route.ts';
import { service } from './world.ts';

/** The prefix selects the world, so that clients only need the base URL. */
export const prefixOf = (world: string): string => (world === 'default' ? '' : `/~${world}`);

export const baseUrlOf = (world: string, basePath = service.value?.basePath ?? ''): string =>
  `${location.origin}${prefixOf(world)}${basePath}`;

export const baseUrl = computed(() => baseUrlOf(worldName.value));
