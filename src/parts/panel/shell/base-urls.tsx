import { useState } from 'preact/hooks';
import { Button, CopyButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { baseUrlsOf } from '../state/current-world.ts';

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

/** Copies the base URL of the only service; with several, each of them can be copied. */
export const CopyBaseUrl = ({ world }: { readonly world: string }) => {
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = baseUrlsOf(world);
  if (others.length === 0) {
    const url = first?.url ?? '';
    return <CopyButton kind="quiet" text={() => url} label={`Copy the base URL of ${world}`} done={`Copied: ${url}`} />;
  }
  return (
    <>
      <Button kind="quiet" icon="copy" label={`Base URLs of ${world}`} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Base URLs" onClose={() => setOpen(false)}>
          <BaseUrls world={world} />
        </Dialog>
      )}
    </>
  );
};
