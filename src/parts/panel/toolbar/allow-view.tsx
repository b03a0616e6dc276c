/** Confirms the origin of pages whose toolbar may change worlds. It is never in a frame. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/panel-client.ts';
import { Button } from '../parts/controls.tsx';
import { queryText } from '../state/address.ts';
import { messageOf } from '../state/notice.ts';
import { route } from '../state/view-route.ts';

/** A window that opens under the pointer gets the second click of a double click, which was meant for the page before. */
const quietMs = 1000;

export const AllowView = () => {
  const origin = queryText(route.value.query, 'origin');
  const [isReady, setReady] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly isError: boolean; readonly text: string } | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      setReady(false);
      clearTimeout(timer);
      timer = setTimeout(() => setReady(true), quietMs);
    };
    wait();
    addEventListener('focus', wait);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', wait);
    };
  }, [origin]);
  const allow = async () => {
    try {
      await call('POST', '/toolbar/origins', { origin });
      setOutcome({ isError: false, text: 'Done. You can close this window.' });
    } catch (error) {
      setOutcome({ isError: true, text: messageOf(error) });
    }
  };
  return (
    <main class="page stack gap-3 allow" id="content">
      <h1>Let a page change this server?</h1>
      <p>
        The Vivarium toolbar is shown in a page of <b>{origin}</b>. From there, clicks would switch faults, reset data
        and move the clock. Allow it if this is your app.
      </p>
      <p>
        <Button
          text="Allow this origin"
          kind="main"
          disabled={!isReady || outcome?.isError === false}
          onClick={allow}
        />
      </p>
      {outcome !== undefined && (
        <p class={outcome.isError ? 'error' : 'success'} role={outcome.isError ? 'alert' : 'status'}>
          {outcome.text}
        </p>
      )}
      <p class="quiet">It holds until the server ends. Without it, the toolbar only shows what happens.</p>
    </main>
  );
};
