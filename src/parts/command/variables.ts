/** What a command reads in its environment: `--env API_URL={base}`. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { servicesOf } from '../../core/service/service.ts';
import { type Simulation, serviceUrlOf } from '../../simulation/simulation.ts';

export interface Template {
  readonly name: string;
  readonly template: string;
}

const placeholders = ['url', 'base', 'world'] as const;

/** Reads `API_URL={base}`. @throws ConfigError if it is no template. */
export const readTemplate = (text: string): Template => {
  const [, name = '', template = ''] = /^([^=\0]+)=([^\0]*)$/s.exec(text) ?? [];
  if (name === '') throw optionInvalid(`--env must be NAME=TEMPLATE, not "${text}"`, 'Write it as API_URL={base}.');
  for (const [, word = ''] of template.matchAll(/\{(\w+)\}/g))
    if (!placeholders.some((known) => known === word))
      throw optionInvalid(
        `--env ${name}: there is nothing to put in place of {${word}}`,
        didYouMean(
          `{${word}}`,
          placeholders.map((known) => `{${known}}`),
        ) ?? 'Write {url}, {base} or {world}.',
      );
  return { name, template };
};

/**
 * Returns the variables of a command, with `VIVARIUM_URL`: the base URL, or of several services the origin. `url`: the origin of the server,
 * with the prefix of the world if it is not the default one.
 */
export const variablesOf = (
  simulation: Simulation,
  { url, world, templates }: { readonly url: string; readonly world: string; readonly templates: readonly Template[] },
): Readonly<Record<string, string>> => {
  const values: Readonly<Record<string, string>> = { url, base: serviceUrlOf(simulation, url), world };
  const fill = (template: string) =>
    template.replaceAll(/\{(url|base|world)\}/g, (_whole, word: string) => values[word] as string);
  return {
    // Several services have no base path in common.
    VIVARIUM_URL: servicesOf(simulation.worlds.service).length > 1 ? url : fill('{base}'),
    ...Object.fromEntries(templates.map(({ name, template }) => [name, fill(template)])),
  };
};
