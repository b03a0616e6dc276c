import type { ComponentChildren } from 'preact';

/** Where nothing is there yet: why, and what to do. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
