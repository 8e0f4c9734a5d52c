import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = typeof axe

/** The rules of WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns what violates WCAG 2.2 AA on a page, one line per rule and place: `color-contrast: .crud-head small (2.9:1
 * …)`. The page's own policy refuses script tags, so axe is injected through the debugger. `within` limits the check to
 * that part of the page, `rules` to those rules. Style sheets are not loaded anew each time (`preload`): only the rule
 * about a locked orientation needs them, and no style sheet of the console queries the orientation (tests/contract).
 */
export async function violations(
  page: Page,
  { within, rules }: { within?: string; rules?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ tags, within, only }) => {
      const { axe: loaded } = window as unknown as { axe: Axe }
      const result = await loaded.run(within ?? document, {
        runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
        preload: false,
        resultTypes: ['violations'],
      })
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) =>
            `${id}: ${node.target.join(' ')} (${(node.failureSummary ?? '').split('\n').slice(1).join(' ').trim().slice(0, 160)})`,
        ),
      )
    },
    { tags: TAGS, within, only: rules ? [...rules] : undefined },
  )
  return [...new Set(found)]
}
