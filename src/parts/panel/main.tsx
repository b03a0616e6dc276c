import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './state/current-world.ts';
import { followTheme } from './state/theme.ts';
import { isToolbar } from './toolbar/embedding.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/shell.css';
import './styles/traffic.css';
import './styles/views.css';
import './styles/demo.css';
import './styles/toolbar.css';

followTheme(document.documentElement);
// Requests all data of the first view at once, before it is rendered.
start();
render(isToolbar ? <Toolbar /> : <App />, document.getElementById('panel') as HTMLElement);
