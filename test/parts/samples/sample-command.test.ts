import { describe, expect, test } from 'vitest';
import { run } from '../../cli/in-process.ts';

describe('sample', () => {
  test('prints one value of a schema, and the same one again', async () => {
    const { code, stdout } = await run(['sample', 'Pet', '--seed', '3']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: expect.any(Number), name: expect.any(String) });
    expect((await run(['sample', 'Pet', '--seed', '3'])).stdout).toBe(stdout);
  });

  test('prints a list with --count, whose ids differ, and merges --with over each', async () => {
    const { stdout } = await run(['sample', 'Pet', '--count', '3', '--with', '{"status":"sold"}']);
    const list = JSON.parse(stdout) as { id: number; status: string }[];
    expect(new Set(list.map(({ id }) => id)).size).toBe(3);
    expect(list.map(({ status }) => status)).toEqual(['sold', 'sold', 'sold']);
  });

  test('prints a list also for one', async () => {
    expect(JSON.parse((await run(['sample', 'Pet', '--count', '1'])).stdout)).toHaveLength(1);
  });

  test('prints what an operation shows and takes, and extremes', async () => {
    const { stdout } = await run(['sample', 'listPets 200', '--extreme', 'empty-list']);
    expect(JSON.parse(stdout)).toEqual([]);
    expect(JSON.parse((await run(['sample', 'createPet request'])).stdout)).not.toHaveProperty('id');
  });

  test.each([
    [['Pte'], 'Did you mean "Pet"?'],
    [['Pet', '--with', '{"id":"x"}'], 'value.id must be an integer'],
    [['Pet', '--with', '[1]'], '--with is no JSON object'],
    [['Pet', '--count', 'x'], '--count must be a number such as 3, not "x"'],
    [['Pet', '--extreme', 'huge'], 'extreme must be one of'],
    [['Pet', 'missing.yaml'], 'missing.yaml'],
    [[], 'missing required argument "name"'],
  ])('%j exits with 2 and says why', async (args, message) => {
    const { code, stdout, stderr } = await run(['sample', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
