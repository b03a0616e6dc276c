/** Judges a page: by axe, and by its size. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly where: readonly string[];
}

/** `rules`: without them, all of axe. */
export const judge = async (page: Page, rules?: readonly string[]): Promise<readonly Finding[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const selection = only === undefined ? {} : { runOnly: { type: 'rule', values: only } };
    // biome-ignore lint/suspicious/noExplicitAny: axe adds itself to the page
    const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ['violations'], ...selection });
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }: { id: string; impact: string; nodes: { html: string }[] }) => ({
        id,
        impact,
        where: nodes.map(({ html }) => html.slice(0, 160)),
      }));
  }, rules);
};

/** The rules about names: a text may be hidden where there is little room. */
export const nameRules = ['link-name', 'button-name', 'label', 'select-name'];

/** The rules about colours. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** In both colour schemes, which differ only in their colours. */
export const judgeInBothSchemes = async (page: Page): Promise<readonly Finding[]> => {
  const found = [...(await judge(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await judge(page, colorRules)));
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

/** The controls that do not fit in the window, and whether the page is wider than it. */
export const measure = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // An element that scrolls may be wider; a control may not.
    const controls = [...document.querySelectorAll('button, a, select, input, textarea')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      const isScrolled = element.closest('.table, .virtual, .json, .navigation, .hidden') !== null;
      return own > 0 && !isScrolled && (left < -1 || right > clientWidth + 1) && !element.matches('.skip');
    });
    return { isWider: scrollWidth > clientWidth, cut: controls.map(({ outerHTML }) => outerHTML.slice(0, 120)) };
  });
