import { getText } from '../api/client.ts';
import { worldPath } from '../state/world.ts';

/** Downloads the world's present state as a scenario file that a server can start from. */
export const saveScenario = async (world: string): Promise<void> => {
  const yaml = await getText(worldPath('/scenario', world), 'application/yaml');
  const url = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${world}.yaml`;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
