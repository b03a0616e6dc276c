import { call } from '../api/panel-client.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { enterAgain, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { linkToWorld, worldName } from '../state/view-route.ts';

export const MissingWorld = () => {
  const name = worldName.value;
  const open = async (): Promise<void> => {
    if (await attempt(() => call('PUT', worldPath(), {}), `The world ${name} is open.`)) enterAgain();
  };
  return (
    <Empty title={`No world named ${name} is open`}>
      <p>
        The first request that names it opens it. It can also be opened here, from the scenario that the server starts
        with.
      </p>
      <p class="actions centered">
        <Button kind="main" onClick={() => void open()}>
          Open it
        </Button>
        <a href={linkToWorld('default', 'worlds')}>Show the open worlds</a>
      </p>
    </Empty>
  );
};
