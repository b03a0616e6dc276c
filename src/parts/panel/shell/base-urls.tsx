import { CopyButton } from '../parts/controls.tsx';
import { Dialog, DialogButton } from '../parts/dialog.tsx';
import { baseUrlsOf } from '../state/current-world.ts';

export const BaseUrls = ({ world }: { readonly world: string }) =>
  baseUrlsOf(world).map(({ name, url }, _index, { length }) => (
    <p class="beside url-line" key={name}>
      {length > 1 && <span class="quiet">{name}</span>}
      <code class="framed">{url}</code>
      <CopyButton
        kind="quiet"
        copy={() => url}
        label={`Copy the base URL of ${length === 1 ? world : `${name} in ${world}`}`}
        done="The base URL is copied."
      />
    </p>
  ));

/** Copies the base URL of the only service; with several, each of them can be copied. */
export const CopyBaseUrl = ({ world }: { readonly world: string }) => {
  const [first, ...others] = baseUrlsOf(world);
  const url = first?.url ?? '';
  if (others.length === 0)
    return <CopyButton kind="quiet" copy={() => url} label={`Copy the base URL of ${world}`} done={`Copied: ${url}`} />;
  return (
    <DialogButton kind="quiet" icon="copy" label={`Base URLs of ${world}`}>
      <Dialog title="Base URLs">
        <BaseUrls world={world} />
      </Dialog>
    </DialogButton>
  );
};
