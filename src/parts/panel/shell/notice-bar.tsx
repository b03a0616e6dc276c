import { Button } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { dismissNotice, notice } from '../state/notice.ts';

export const NoticeBar = () => {
  const shown = notice.value;
  return (
    <div class="notices" role={shown?.isError ? 'alert' : 'status'}>
      {shown && (
        <p class={`notice beside framed ${shown.isError ? 'wrong' : ''}`}>
          <Icon name={shown.isError ? 'warning' : 'check'} />
          <span>{shown.text}</span>
          <Button kind="quiet" icon="close" label="Dismiss" onClick={dismissNotice} />
        </p>
      )}
    </div>
  );
};
