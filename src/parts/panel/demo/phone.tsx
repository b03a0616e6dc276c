/** A code that opens this page on a phone. */
import { Dialog } from '../parts/dialog.tsx';
import { worldName } from '../state/view-route.ts';
import { qrCode } from './qr-code.ts';

/** Whether a host is of this machine alone: for another one, they are its own. */
const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127\..+|\[::1\])$/.test(host);

export const PhoneDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Open on a phone" onClose={onClose}>
    {isLoopback(location.hostname) ? <NotReachable /> : <Code link={location.href} />}
  </Dialog>
);

const NotReachable = () => (
  <>
    <p>
      A phone cannot reach this page: <code>{location.hostname}</code> means the machine itself, on each machine.
    </p>
    <ol class="prepared">
      <li>
        Start the server with <code>--host 0.0.0.0</code>, so that it listens in your network. It prints a token.
      </li>
      <li>Open the panel at the address of this machine in your network, with that token, and come back here.</li>
    </ol>
  </>
);

/** Readers of codes need an empty edge. */
const edge = 4;

const Code = ({ link }: { readonly link: string }) => {
  const modules = qrCode(link);
  if (modules === undefined) return <p>The address of this page is too long for a code.</p>;
  const size = modules.length + 2 * edge;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + edge} ${y + edge}h1v1h-1z` : [])),
  );
  return (
    <>
      <svg class="code-to-scan" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`A code for ${link}`}>
        <path d={dark.join('')} />
      </svg>
      <p class="quiet">
        Scan it to open the world {worldName.value} there. A server that asks for a token asks the phone too, once.
      </p>
    </>
  );
};
