/** Who is logged in, and tokens without a login. */
import { useState } from 'preact/hooks';
import { call, type IssuedTokens, type LoginInfo } from '../api/panel-client.ts';
import { Button, CopyButton, Field, Form, useTexts } from '../parts/controls.tsx';
import { formatDateTime, formatDistance, plural } from '../parts/format-values.ts';
import { Icon } from '../parts/icon.tsx';
import { BodyView, JsonView } from '../parts/json-view.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useLogin } from '../parts/use-resource.ts';
import { worldPath } from '../state/current-world.ts';
import { claimsIn, emptyOrder, orderFrom } from './ordered-token.ts';

export const LoginView = () => {
  const { value, error } = useLogin();
  return (
    <div class="page login">
      <PageHead title="Login" text="The issuer of this world logs its users in, and its operations check the tokens." />
      {error && <p class="error">{error}</p>}
      {value && (
        <>
          <p class="beside url-line">
            <span class="quiet">Issuer</span>
            <code class="framed">{value.issuer}</code>
            <CopyButton
              kind="quiet"
              copy={() => value.issuer}
              label="Copy the address of the issuer"
              done={`Copied: ${value.issuer}`}
            />
          </p>
          <h2>Who is logged in</h2>
          <Sessions {...value} />
          <h2>Issue a token</h2>
          <TokenForm info={value} />
        </>
      )}
    </div>
  );
};

const Sessions = ({ sessions, users }: LoginInfo) => {
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

const TokenForm = ({ info }: { readonly info: LoginInfo }) => {
  const { texts, set, field } = useTexts(emptyOrder);
  const [tokens, setTokens] = useState<IssuedTokens | undefined>(undefined);
  const issue = async () => {
    let issued: IssuedTokens | undefined;
    try {
      issued = await call('POST', worldPath('/tokens'), orderFrom(texts));
    } finally {
      setTokens(issued);
    }
  };
  const first = info.users[0];
  return (
    <div class="columns late" style={{ '--columns': '2fr 3fr' }}>
      <Form
        class="stack gap-2"
        onSubmit={issue}
        footer={
          <footer>
            <Button text="Issue a token" kind="main" />
          </footer>
        }
      >
        <fieldset class="flow">
          <legend class="hidden">Users of the scenario</legend>
          {info.users.map(({ sub, name }) => (
            <Button
              text={name ?? sub}
              key={sub}
              pressed={(texts.sub.trim() || first?.sub) === sub}
              onClick={() => set({ sub })}
            />
          ))}
        </fieldset>
        <Field label="For (sub)" {...field('sub')} placeholder={first?.sub} hint="A user, or anyone." />
        <Field
          label="Scopes"
          {...field('scope')}
          placeholder={info.scopes.join(' ')}
          hint="With spaces. If empty, all that the user may have."
        />
        <div class="side-by-side">
          <Field label="Lifetime" {...field('lifetime')} placeholder="5m" hint="Of the world's time." />
          <Field label="Audience" {...field('audience')} hint="If empty, this server." />
        </div>
        <Field label="Claims" rows={2} isCode {...field('claims')} placeholder='{"role": "admin"}' />
      </Form>
      <section class="stack gap-2" aria-label="Issued token" role="status">
        {tokens === undefined ? (
          <p class="quiet">The token appears here, to copy into a client or a test.</p>
        ) : (
          <Issued tokens={tokens} />
        )}
      </section>
    </div>
  );
};

const Issued = ({ tokens }: { readonly tokens: IssuedTokens }) => {
  const { access_token: access, id_token: id, expires_in: seconds, scope } = tokens;
  return (
    <>
      <BodyView value={access} label="Access token" />
      <p class="flow">
        <CopyButton text="Copy the access token" copy={() => access} done="The access token is copied." />
        <CopyButton
          text="Copy the header"
          copy={() => `Authorization: Bearer ${access}`}
          done="The header is copied."
        />
        <CopyButton text="Copy the ID token" kind="quiet" copy={() => id} done="The ID token is copied." />
      </p>
      <p class="quiet">
        {seconds === 0 ? 'It has expired' : `It expires ${formatDistance(seconds * 1000)} of this world`}
        {scope === '' ? ', without a scope.' : `, with ${plural(scope.split(' ').length, 'scope')}.`}
      </p>
      <JsonView value={claimsIn(access)} label="Claims of the token" />
    </>
  );
};
