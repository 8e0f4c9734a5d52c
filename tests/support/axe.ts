import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = typeof axe

/** The rules of WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What a page does against WCAG 2.2 AA, one line a rule and place: `color-contrast: .crud-head small (2.9:1 …)`. The page's own policy refuses script tags, so
 * axe comes in through the debugger. `within`: that part of the page alone. `rules`: these alone. Style sheets are not read anew each time
 * (`preload`): only the rule about a locked orientation wants them, and none of ours asks for the orientation (tests/contract).
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
