/** Where clients of the present world send their requests. */
import { computed } from '@preact/signals';
import { worldName } from './route.ts';
import { service } from './world.ts';

/** A prefix names the world, so that a base URL alone is enough. */
export const prefixOf = (world: string): string => (world === 'default' ? '' : `/~${world}`);

export const baseUrlOf = (world: string, basePath = service.value?.basePath ?? ''): string =>
  `${location.origin}${prefixOf(world)}${basePath}`;

export const baseUrl = computed(() => baseUrlOf(worldName.value));
