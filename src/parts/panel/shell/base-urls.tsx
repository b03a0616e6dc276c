import { CopyButton } from '../parts/copy-button.tsx';
import { baseUrlsOf } from '../state/base-url.ts';

/** The base URL of each service in a world, to copy. */
export const BaseUrls = ({ world }: { readonly world: string }) =>
  baseUrlsOf(world).map(({ name, url }, _index, { length }) => (
    <p class="url-line" key={name}>
      {length > 1 && <span class="quiet">{name}</span>}
      <code>{url}</code>
      <CopyButton
        kind="quiet"
        text={() => url}
        label={`Copy the base URL of ${length === 1 ? world : `${name} in ${world}`}`}
        done="The base URL is copied."
      />
    </p>
  ));
