import { commandInvalid } from '../../core/primitives/config-error.ts';

/** Says why a command cannot be started, and what to do. Other errors stay as they are. */
export const explainStart = ([file = '']: readonly string[], error: unknown): unknown => {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  if (!syscall.startsWith('spawn')) return error;
  const shown = JSON.stringify(file);
  if (code === 'ENOENT')
    return commandInvalid(
      `the command ${shown} does not exist`,
      /\s/.test(file)
        ? `Write its words one by one: -- ${file}.`
        : 'Install it, or write its path. No shell runs it: for a builtin or a pipe, write -- sh -c "...".',
    );
  return commandInvalid(`the command ${shown} cannot be started (${code})`, 'Name another program.');
};
