import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createStore } from './store.ts';
import './style.css';

declare global {
  interface Window {
    /** Set by the browser tests. */
    storeUrl?: string;
  }
}

const baseUrl = window.storeUrl ?? import.meta.env.VITE_STORE_URL ?? '/v1';
createRoot(document.querySelector('main') as HTMLElement).render(<App store={createStore({ baseUrl })} />);
