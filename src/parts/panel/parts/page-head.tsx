import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The main action of the view. */
  readonly children?: ComponentChildren;
}

export const PageHead = ({ title, text, children }: PageHeadProps) => (
  <header class="page-head">
    <div>
      <h1>{title}</h1>
      <p class="quiet">{text}</p>
    </div>
    {children}
  </header>
);
