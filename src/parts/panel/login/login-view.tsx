/** Who is logged in, and tokens without a login. */
import { useEffect } from 'preact/hooks';
import { call } from '../api/panel-client.ts';
import type { LoginInfo, LoginSession, LoginUser } from '../api/types.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { formatDateTime } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useResource } from '../parts/use-resource.ts';
import { revision, worldPath } from '../state/current-world.ts';
import { onTraffic } from '../state/traffic.ts';
import { TokenForm } from './token-form.tsx';

export const LoginView = () => {
  const { value, error, reload } = useResource(() => call<LoginInfo>('GET', worldPath('/login')), [revision.value]);
  useEffect(
    () =>
      onTraffic((added) => {
        if (added.some(({ operation }) => operation?.startsWith('oidc.') === true)) reload();
      }),
    [],
  );
  return (
    <div class="page login">
      <PageHead title="Login" text="The issuer of this world logs its users in, and its operations check the tokens." />
      {error && <p class="error">{error}</p>}
      {value && (
        <>
          <p class="url-line">
            <span class="quiet">Issuer</span>
            <code>{value.issuer}</code>
            <CopyButton
              kind="quiet"
              text={() => value.issuer}
              label="Copy the address of the issuer"
              done={`Copied: ${value.issuer}`}
            />
          </p>
          <h2>Who is logged in</h2>
          <Sessions sessions={value.sessions} users={value.users} />
          <h2>Issue a token</h2>
          <TokenForm info={value} />
        </>
      )}
    </div>
  );
};

interface SessionsProps {
  readonly sessions: readonly LoginSession[];
  readonly users: readonly LoginUser[];
}

const Sessions = ({ sessions, users }: SessionsProps) => {
  if (sessions.length === 0)
    return (
      <p class="quiet">Nobody is. Somebody who logs in at the page of the issuer is listed here until the logout.</p>
    );
  return (
    <ul class="lines">
      {sessions.map(({ sub, client, since }, index) => {
        const user = users.find((candidate) => candidate.sub === sub);
        return (
          <li key={`${index} ${since}`}>
            <Icon name="login" />
            <b>{user?.name ?? sub}</b>
            <span class="quiet">
              {user?.email ?? sub} · by {client} · since {formatDateTime(since)}
            </span>
          </li>
        );
      })}
    </ul>
  );
};
