/** Rows of the control API about what waits, each with what can be done to it now. */
import type { ComponentChildren } from 'preact';
import { call, type List } from '../api/panel-client.ts';
import { Button } from '../parts/controls.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useResource } from '../parts/use-resource.ts';
import { revision, worldPath } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';

interface Action {
  readonly text: string;
  /** If it is undefined, the text says all. */
  readonly label?: string;
  readonly method: 'POST' | 'DELETE';
  /** Below that of the rows. */
  readonly path?: string;
  readonly body?: object;
}

interface RowProps {
  readonly icon?: IconName;
  readonly what: ComponentChildren;
  readonly quiet: ComponentChildren;
  /** What can be done. */
  readonly children: ComponentChildren;
}

export const Row = ({ icon, what, quiet, children }: RowProps) => (
  <li>
    {icon && <Icon name={icon} />}
    <span>
      {what}
      <br />
      <span class="quiet">{quiet}</span>
    </span>
    {children}
  </li>
);

interface Line extends Pick<RowProps, 'what' | 'quiet'> {
  readonly key: string | number;
  readonly action: Action | undefined;
}

const maxShown = 50;

export const Lines = <Row,>({
  path,
  none,
  lineOf,
  actionsOf = () => [],
  turn,
}: {
  readonly path: string;
  /** Shown where there are none. */
  readonly none: string;
  readonly lineOf: (row: Row) => Line;
  /** Below the rows. */
  readonly actionsOf?: (rows: readonly Row[]) => readonly Action[];
  /** Another value loads them again. */
  readonly turn?: unknown;
}) => {
  const { value, error, reload } = useResource(() => call<List<Row>>('GET', worldPath(path)), [revision.value, turn]);
  if (error) return <p class="error">{error}</p>;
  const rows = value?.items ?? [];
  const buttonOf = ({ text, label = text, method, path: below = '', body }: Action) => (
    <Button
      text={text}
      key={text}
      label={label}
      onClick={() => void attempt(() => call(method, worldPath(path + below), body)).then(reload)}
    />
  );
  return (
    <>
      {rows.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <ul class="lines">
          {rows
            .slice(0, maxShown)
            .map(lineOf)
            .map(({ key, what, quiet, action }) => (
              <Row key={key} what={what} quiet={quiet}>
                {action && buttonOf(action)}
              </Row>
            ))}
        </ul>
      )}
      <div class="flow">{actionsOf(rows).map(buttonOf)}</div>
    </>
  );
};
