import { nextTheme, setTheme, theme } from '../state/theme.ts';
import { Button } from './button.tsx';

const names = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export const ThemeButton = () => {
  const next = nextTheme();
  return (
    <Button
      kind="quiet"
      icon={theme.value}
      label={`Colours: ${names[theme.value]}. Change to ${names[next]}`}
      onClick={() => setTheme(next)}
    />
  );
};
