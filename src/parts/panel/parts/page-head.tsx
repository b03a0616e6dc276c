import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The main action of the view. */
  readonly children?: ComponentChildren;
}

export const PageHead = ({ title, text, children }: PageHeadProps) => (
  <header class="page-head flow gap-2">
    <div>
      <h1>{title}</h1>
      <p class="quiet">{text}</p>
    </div>
    {children}
  </header>
);

/** An empty view: why it is empty, and the next step. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="stack gap-2 empty">
    <h2>{title}</h2>
    {children}
  </div>
);
