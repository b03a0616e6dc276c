/** As `composeStories` of `@storybook/react` composes them: with Storybook installed, import that one. */
import type { ComponentType } from 'react';

interface StoryObject {
  readonly args?: object;
  readonly parameters?: object;
}

interface Meta extends StoryObject {
  readonly component: ComponentType<never>;
}

export interface ComposedStory extends Required<StoryObject> {
  (props: object): React.JSX.Element;
}

/** A component for each story of a module, with its `args` and `parameters`. */
export const composeStories = <Module extends { readonly default: Meta }>(
  module: Module,
): Record<Exclude<keyof Module & string, 'default'>, ComposedStory> => {
  const { default: meta, ...stories } = module;
  const Component = meta.component as ComponentType<object>;
  const compose = (story: StoryObject): ComposedStory => {
    const args = { ...meta.args, ...story.args };
    const parameters = { ...meta.parameters, ...story.parameters };
    return Object.assign((props: object) => <Component {...args} {...props} />, { args, parameters });
  };
  return Object.fromEntries(
    Object.entries(stories).map(([name, story]) => [name, compose(story as StoryObject)]),
  ) as never;
};
